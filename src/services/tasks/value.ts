import type { PageRequest, TaskFacts, TaskRow } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'
import type { Agent } from '../../domain/roster.ts'
import { swarmOf } from '../../domain/roster.ts'
import { instanceOf, instancesOf } from '../../domain/task.ts'
import type { ShownTask, TaskValue } from '../../values/tasks-schema.ts'
import type { Context } from '../context.ts'
import { iso, messageValue } from '../values.ts'

const pageSize = 500

export async function requireTask({ store }: Context, id: string): Promise<TaskRow> {
  const row = await store.tasks.find(id)
  if (row !== null) return row
  throw new MailError(
    'not-found',
    `There is no task ${id}.`,
    'List tasks with `watchpost task list`. To start one, send a message with --task ID.',
  )
}

export async function taskValue(context: Context, row: TaskRow): Promise<TaskValue> {
  const { store } = context
  const { voices, to, startedAt, endedAt } = await store.tasks.facts(row)
  const senders = [...new Set(voices.map(({ from }) => from))].filter((from) => from !== 'system')
  const { owner, contributors } =
    (await store.commissions.find(row.id)) ?? (await partiesAmong(context, senders, voices))
  return {
    id: row.id,
    owner,
    contributors,
    agents: senders,
    status: row.status,
    entrypoint: to[0] ?? null,
    startedAt: iso(startedAt),
    completedAt: row.status === 'running' || endedAt === null ? null : iso(endedAt),
    messages: row.messages,
  }
}

/** The owner of a task that did not come from a server, derived from its senders. */
async function partiesAmong(
  { store, swarm }: Context,
  senders: readonly string[],
  voices: TaskFacts['voices'],
) {
  const agents = new Map<string, Agent | null>()
  for (const sender of senders) agents.set(sender, await store.roster.find(sender))
  const instance = (from: string) => {
    if (from === 'system') return null
    const agent = agents.get(from)
    const kind = agent?.kind ?? 'agent'
    return instanceOf({ address: from, kind, swarm: agent == null ? null : swarmOf(agent) }, swarm)
  }
  return instancesOf(voices, instance)
}

/** With all its messages, or a page of them. */
export async function shownTask(context: Context, id: string, page: PageRequest | null): Promise<ShownTask> {
  const row = await requireTask(context, id)
  const { messages, next } = await historyOf(context, id, page)
  const endings = messages.filter(({ kind }) => kind === 'complete')
  const told = await Promise.all(endings.map((message) => context.store.messages.read(message.id, null)))
  return {
    ...(await taskValue(context, row)),
    endings: told.flatMap((letter) =>
      letter === null
        ? []
        : [
            {
              message: shortId(letter.message.id),
              by: letter.message.from,
              at: iso(letter.message.sentAt),
              finish: letter.message.body,
            },
          ],
    ),
    history: messages.map((message) => messageValue({ message, delivery: null })),
    next,
  }
}

async function historyOf({ store }: Context, id: string, page: PageRequest | null) {
  const messages: Message[] = []
  for (let after = page?.after ?? null; ; ) {
    const answer: Awaited<ReturnType<typeof store.tasks.messages>> = await store.tasks.messages(id, {
      limit: page?.limit ?? pageSize,
      after,
    })
    messages.push(...answer.rows.map(({ message }) => message))
    if (page !== null || answer.next === null) return { messages, next: answer.next }
    after = answer.next
  }
}
