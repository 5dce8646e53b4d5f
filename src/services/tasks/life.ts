import type { MailStore } from '../../../store/mail-store.ts'
import { isRemote } from '../../domain/addressing/address.ts'
import { type Commission, parseParty } from '../../domain/commission.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { isLiving } from '../../domain/roster.ts'
import { type TaskCopy, type TaskLife, type TaskWord, tellsQuestion } from '../../domain/task-end.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'
import { someoneCompletes } from '../swarms/supervisors.ts'
import { awaitsAnswer } from './awaits-answer.ts'

const pageSize = 200
/** Of a message to more than these, only the entrypoint's copy counts. */
const mostCopies = 50
/** Whose answers are followed back to the work that they are about. */
const mostQuestions = 20

/** A task as it stands; `null` for one that is completed. */
export async function lifeOf(context: Context, task: Commission): Promise<TaskLife | null> {
  if (task.status === 'completed') return null
  const words = await wordsSince(context, task)
  const copies = await copiesOf(context, task, words)
  const { entrypoint } = task
  return {
    owner: ownerHere(context, task),
    entrypoint,
    words,
    copies: await withEnds(context, copies),
    gone: await goneAmong(context, copies),
    answerEnds: await answersEnd(context, task, words),
  }
}

/** The name that the owner of a task has here; `null` where it waits in another swarm. */
export function ownerHere({ swarm }: Context, { owner }: Commission): string | null {
  const party = parseParty(owner)
  return party?.swarm === swarm ? party.id : null
}

/** What was said since the task ended last. A question to its owner is no end. */
async function wordsSince(context: Context, task: Commission): Promise<readonly TaskWord[]> {
  const { tasks } = context.store
  let words: TaskWord[] = []
  for (let after = await startOf(context, task); ; ) {
    const page: Awaited<ReturnType<typeof tasks.messages>> = await tasks.messages(task.id, {
      limit: pageSize,
      after,
    })
    for (const { message } of page.rows)
      if (message.kind === 'complete' && !tellsQuestion(message)) words = []
      else words.push({ ...message, awaitsAnswer: awaitsAnswer(message) })
    if (page.next === null) return words
    after = page.next
  }
}

/** The last end of a task; where that is a question, what comes before the first request of those that questions led to. */
async function startOf({ store }: Context, { id, ended }: Commission): Promise<string | null> {
  if (ended === null) return null
  const letter = await readAnyway(store, ended, null)
  const about = letter !== null && tellsQuestion(letter.message) ? letter.message.replyTo : null
  if (about === null) return String(ended)
  let request = about
  for (let count = 1; count <= mostQuestions; count += 1) {
    const before = await askedBefore(store, id, request)
    if (before === null) break
    request = before
  }
  return String(request - 1)
}

/** The request of a task that its agent asked about, where this one answers that question. */
async function askedBefore(store: MailStore, task: string, request: number): Promise<number | null> {
  const answer = await readAnyway(store, request, null)
  const answered = answer?.message.replyTo ?? null
  const question = answered === null ? null : (await readAnyway(store, answered, null))?.message
  if (question == null || question.task !== task || question.replyTo === null) return null
  return question.replyTo < request ? question.replyTo : null
}

const carriesNoWork: ReadonlySet<TaskWord['kind']> = new Set(['complete', 'notification'])

async function copiesOf(
  { store }: Context,
  { entrypoint }: Commission,
  words: readonly TaskWord[],
): Promise<readonly Delivery[]> {
  const copies: Delivery[] = []
  const asked = words.filter(({ kind }) => !carriesNoWork.has(kind)).map(({ id }) => id)
  for (let at = 0; at < asked.length; at += pageSize)
    copies.push(...(await store.deliveries.ofEach(asked.slice(at, at + pageSize), mostCopies, entrypoint)))
  return copies
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
