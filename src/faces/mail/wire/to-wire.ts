import { isRemote, swarmIn } from '../../../domain/addressing/address.ts'
import type { Commission } from '../../../domain/commission.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { isJsonObject } from '../../../domain/json.ts'
import type { Kind } from '../../../domain/kind.ts'
import type { InterswarmType, MessageType } from '../../../domain/mail-schemas.ts'
import type { FullMessage } from '../../../domain/message.ts'
import type { AgentKind } from '../../../domain/priority.ts'
import type { WireAddress, WireMessage, WireParcel, WirePayload } from './wire.ts'

/** What a message becomes by its kind; kinds that MAIL does not know ask for an answer, or tell. */
const types: Readonly<Record<Kind, MessageType>> = {
  request: 'request',
  response: 'response',
  notification: 'request',
  handoff: 'request',
  escalation: 'request',
  broadcast: 'broadcast',
  interrupt: 'interrupt',
  complete: 'broadcast_complete',
  claim: 'request',
  counter: 'response',
  evidence: 'response',
  agree: 'response',
  concede: 'response',
  query: 'request',
  directive: 'request',
}

/** What the message does not say by itself. */
export type Surroundings = {
  readonly swarm: string
  /** The message's UUID, and that of what it answers, as the other side knows it. */
  readonly uuid: string
  readonly answered: string | null
  /** The task's UUID. */
  readonly task: string
  readonly kindOf: (address: string) => AgentKind
}

export function wireMessage(message: FullMessage, around: Surroundings): WireMessage {
  const type = types[message.kind]
  const to =
    message.to.length === 1 || type === 'broadcast' || type === 'broadcast_complete' ? type : plural(type)
  return {
    id: around.uuid,
    timestamp: new Date(message.sentAt).toISOString(),
    message: payloadOf(message, to, message.to, around),
    msg_type: to,
  }
}

/** What has several recipients is no request of MAIL's: those have one. */
function plural(type: MessageType): MessageType {
  return type === 'request' || type === 'response' ? 'broadcast' : type
}

function payloadOf(
  message: FullMessage,
  type: MessageType,
  to: readonly string[],
  around: Surroundings,
  more: Partial<WirePayload> = {},
): WirePayload {
  const sender = senderOf(message, around)
  const recipients = (to.length > 0 ? to : ['all']).map((address) => recipientOf(address, around))
  const common = { task_id: around.task, sender, subject: message.subject, body: message.body, ...more }
  const [first = { address_type: 'agent', address: 'all' } as const] = recipients
  switch (type) {
    case 'request':
      return { ...common, request_id: around.uuid, recipient: first }
    case 'response':
      return { ...common, request_id: around.answered ?? around.uuid, recipient: first }
    case 'interrupt':
      return { ...common, interrupt_id: around.uuid, recipients }
    case 'broadcast':
      return { ...common, broadcast_id: around.uuid, recipients }
    case 'broadcast_complete':
      return { ...common, broadcast_id: around.uuid, recipients: [{ address_type: 'agent', address: 'all' }] }
  }
}

/** The system is called by the swarm's name (MAIL 1.3, Type `system`). */
function senderOf({ from }: FullMessage, { swarm, kindOf }: Surroundings): WireAddress {
  return from === 'system'
    ? { address_type: 'system', address: swarm }
    : { address_type: kindOf(from), address: from }
}

function recipientOf(address: string, { swarm, kindOf }: Surroundings): WireAddress {
  if (address === 'system') return { address_type: 'system', address: swarm }
  const name = address.replace(/^agent:/u, '')
  return { address_type: kindOf(name), address: /^(?:broadcast|swarm):/u.test(name) ? 'all' : name }
}

/** A message for one agent of another swarm, in its envelope. Names of ours are qualified there. */
export function wireParcel(
  message: FullMessage,
  address: string,
  task: Commission,
  around: Surroundings,
): WireParcel {
  const type = types[message.kind]
  const msgType: InterswarmType = type === 'broadcast_complete' ? 'response' : type
  const target = swarmIn(address)
  const { swarm } = around
  const sender = senderOf(message, around)
  const singular = msgType === 'request' || msgType === 'response'
  const routing = routingOf(message)
  return {
    message_id: around.uuid,
    source_swarm: swarm,
    target_swarm: target,
    timestamp: new Date(message.sentAt).toISOString(),
    payload: payloadOf(message, msgType, [address], around, {
      sender:
        sender.address_type === 'system' ? sender : { ...sender, address: qualified(sender.address, swarm) },
      sender_swarm: swarm,
      ...(singular ? { recipient_swarm: target } : { recipient_swarms: [target] }),
      ...(routing === null ? {} : { routing_info: routing }),
    }),
    msg_type: msgType,
    task_owner: task.owner,
    task_contributors: task.contributors,
    // The token goes in the header alone.
    auth_token: '',
    metadata: { expect_response: msgType === 'request' },
  }
}

function qualified(name: string, swarm: string): string {
  return isRemote(name) ? name : `${name}@${swarm}`
}

function routingOf({ meta }: FullMessage): JsonObject | null {
  const mail = meta?.['mail']
  const routing = isJsonObject(mail) ? mail['routing_info'] : undefined
  return isJsonObject(routing) && Object.keys(routing).length > 0 ? routing : null
}
