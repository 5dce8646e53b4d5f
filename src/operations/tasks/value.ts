import type { TaskRow } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Message } from '../../domain/message.ts'
import type { Agent } from '../../domain/roster.ts'
import { swarmOf } from '../../domain/roster.ts'
import { instanceOf, instancesOf, type TaskStatus } from '../../domain/task.ts'
import type { Context } from '../operation.ts'
import { iso, type MessageValue, messageValue } from '../values.ts'

export type TaskValue = {
  readonly id: string
  /** `role:id@swarm`, as MAIL has it. */
  readonly owner: string
  readonly contributors: readonly string[]
  /** The addresses that wrote in it. */
  readonly agents: readonly string[]
  readonly status: TaskStatus
  /** Whom its first message went to. */
  readonly entrypoint: string | null
  readonly startedAt: string
  readonly completedAt: string | null
  /** How many messages it has. */
  readonly messages: number
}

export type Ending = {
  readonly message: string
  readonly by: string
  readonly at: string
  readonly finish: string
}
export type ShownTask = TaskValue & {
  readonly endings: readonly Ending[]
  readonly history: readonly MessageValue[]
}

const pageSize = 500

export async function requireTask({ store }: Context, id: string): Promise<TaskRow> {
  const row = await store.tasks.find(id)
  if (row !== null) return row
  throw new MailError(
    'not-found',
    `There is no task ${id}.`,
    'List tasks with `watchpost task list`; a message with --task ID begins one.',
  )
}

export async function taskMessages({ store }: Context, id: string): Promise<readonly Message[]> {
  const messages: Message[] = []
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.tasks.messages>> = await store.tasks.messages(id, {
      limit: pageSize,
      after,
    })
    messages.push(...page.rows.map(({ message }) => message))
    if (page.next === null) return messages
    after = page.next
  }
}

export async function taskValue(
  context: Context,
  row: TaskRow,
  messages: readonly Message[],
): Promise<TaskValue> {
  const senders = [...new Set(messages.map(({ from }) => from))].filter((from) => from !== 'system')
  const agents = new Map<string, Agent | null>()
  for (const sender of senders) agents.set(sender, await context.store.roster.find(sender))
  const instance = (from: string) => {
    if (from === 'system') return null
    const agent = agents.get(from)
    const kind = agent?.kind ?? 'agent'
    return instanceOf({ address: from, kind, swarm: agent == null ? null : swarmOf(agent) }, context.swarm)
  }
  const [first] = messages
  const ended = messages.find(({ id }) => id === row.ended)
  return {
    id: row.id,
    ...instancesOf(messages, instance),
    agents: senders,
    status: row.status,
    entrypoint: first?.to[0] ?? null,
    startedAt: iso(first?.sentAt ?? 0),
    completedAt: row.status === 'running' || ended === undefined ? null : iso(ended.sentAt),
    messages: row.messages,
  }
}

export async function shownTask(context: Context, id: string): Promise<ShownTask> {
  const row = await requireTask(context, id)
  const messages = await taskMessages(context, id)
  const endings = messages.filter(({ kind }) => kind === 'complete')
  const told = await Promise.all(endings.map((message) => context.store.messages.read(message.id, null)))
  return {
    ...(await taskValue(context, row, messages)),
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
  }
}
