import { isRemote } from '../../domain/addressing/address.ts'
import type { Commission } from '../../domain/commission.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { FullMessage } from '../../domain/message.ts'
import type { AgentKind } from '../../domain/priority.ts'
import type { Context } from '../context.ts'
import { readAnyway } from '../mail/read-anyway.ts'

/** The fields of a MAIL message that are not part of the message itself. */
export type Surroundings = {
  readonly swarm: string
  /** The message's UUID, and that of what it answers, as the other side knows it. */
  readonly uuid: string
  readonly answered: string | null
  /** The task's UUID. */
  readonly task: string
  readonly kindOf: (address: string) => AgentKind
}

/** A message with all that MAIL writes of it. */
export type TaskLetter = { readonly message: FullMessage; readonly around: Surroundings }

export async function surroundingsOf(
  { store, swarm }: Context,
  message: FullMessage,
  task: Pick<Commission, 'wire'>,
): Promise<Surroundings> {
  const kinds = new Map<string, AgentKind>()
  for (const address of new Set([message.from, ...message.to])) {
    if (isRemote(address) || address === 'system' || address.includes(':')) continue
    kinds.set(address, (await store.roster.kindOf(address)) ?? 'agent')
  }
  const answered = message.replyTo === null ? null : await readAnyway(store, message.replyTo, null)
  return {
    swarm: swarm ?? '',
    uuid: await store.messages.uuid(message),
    answered:
      answered === null
        ? null
        : (requestOf(answered.message) ?? (await store.messages.uuid(answered.message))),
    task: task.wire,
    kindOf: (address) => kinds.get(address) ?? 'agent',
  }
}

/** The id that a message from another swarm came with: a request's own, since what answers names that. */
function requestOf({ meta, kind }: FullMessage): string | null {
  const mail = meta?.['mail']
  const request = isJsonObject(mail) ? mail[kind === 'response' ? 'message_id' : 'request'] : undefined
  return typeof request === 'string' ? request : null
}
