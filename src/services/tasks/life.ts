import { isRemote } from '../../domain/addressing/address.ts'
import { type Commission, parseParty } from '../../domain/commission.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { isLiving } from '../../domain/roster.ts'
import type { TaskCopy, TaskLife, TaskWord } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { someoneCompletes } from '../swarms/supervisors.ts'
import { isQuestion } from './question.ts'

const pageSize = 200
/** Of a message to more than these, only the entrypoint's copy counts. */
const mostCopies = 50

/** A task as it stands; `null` for one that is completed. */
export async function lifeOf(context: Context, task: Commission): Promise<TaskLife | null> {
  if (task.status === 'completed') return null
  const owner = parseParty(task.owner)
  const words = await wordsSince(context, task)
  const copies = (await Promise.all(words.map((word) => copiesOf(context, task, word)))).flat()
  const { entrypoint } = task
  return {
    ...{ owner: owner?.swarm === context.swarm ? owner.id : null, entrypoint, words },
    copies: await withEnds(context, copies),
    gone: await goneAmong(context, copies),
    answerEnds: await answersEnd(context, task, words),
  }
}

async function wordsSince({ store }: Context, { id, ended }: Commission): Promise<readonly TaskWord[]> {
  const words: TaskWord[] = []
  for (let after = ended === null ? null : String(ended); ; ) {
    const page: Awaited<ReturnType<typeof store.tasks.messages>> = await store.tasks.messages(id, {
      limit: pageSize,
      after,
    })
    words.push(...page.rows.map(({ message }) => ({ ...message, isQuestion: isQuestion(message) })))
    if (page.next === null) return words
    after = page.next
  }
}

const carriesNoWork: ReadonlySet<TaskWord['kind']> = new Set(['complete', 'notification'])

async function copiesOf(
  { store }: Context,
  { entrypoint }: Commission,
  { id, kind }: TaskWord,
): Promise<readonly Delivery[]> {
  if (carriesNoWork.has(kind)) return []
  const { rows, next } = await store.deliveries.of(id, { limit: mostCopies, after: null })
  if (next === null) return rows
  const copy = entrypoint === null ? null : await store.deliveries.find(entrypoint, id)
  return copy === null ? [] : [copy]
}

/** When and why copies were settled is looked up only of those that were. */
async function withEnds({ store }: Context, copies: readonly Delivery[]): Promise<readonly TaskCopy[]> {
  const over = copies.filter(({ box }) => box === 'failed' || box === 'archived' || box === 'dead')
  const messages = [...new Set(over.map(({ message }) => message))]
  const ends = messages.length === 0 ? [] : await store.log.outcomes(messages, messages.length * mostCopies)
  return copies.map((copy) => {
    const end = ends.find(({ message, owner }) => message === copy.message && owner === copy.owner)
    const { completedAt } = copy
    return { ...copy, endedAt: completedAt ?? end?.at ?? null, reason: end?.reason ?? null }
  })
}

async function goneAmong({ store }: Context, copies: readonly Delivery[]): Promise<ReadonlySet<string>> {
  const gone = new Set<string>()
  for (const owner of new Set(copies.map((copy) => copy.owner))) {
    if (isRemote(owner) || owner.includes(':')) continue
    const agent = await store.roster.find(owner)
    if (agent !== null && !isLiving(agent)) gone.add(owner)
  }
  return gone
}

async function answersEnd(
  context: Context,
  { entrypoint }: Commission,
  words: readonly TaskWord[],
): Promise<boolean> {
  if (entrypoint === null || !words.some(({ kind, from }) => kind === 'response' && from === entrypoint))
    return false
  const agent = await context.store.roster.find(entrypoint)
  return agent !== null && !agent.canComplete && !(await someoneCompletes(context))
}
