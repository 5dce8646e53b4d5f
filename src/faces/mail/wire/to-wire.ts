import { isRemote, swarmIn } from '../../../domain/addressing/address.ts'
import type { Commission } from '../../../domain/commission.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { isJsonObject } from '../../../domain/json.ts'
import { interswarmTypeOf, isForOne, type MessageType, messageTypeOf } from '../../../domain/mail-types.ts'
import type { FullMessage } from '../../../domain/message.ts'
import type { MailAddress } from '../../../services/interswarm/parcel.ts'
import type { Surroundings, TaskLetter } from '../../../services/interswarm/surroundings.ts'
import type { WireMessage, WireParcel, WirePayload } from './wire.ts'

export function wireMessage(message: FullMessage, around: Surroundings): WireMessage {
  const recipients = recipientsOf(message.to, around)
  const type = messageTypeOf(
    message.kind,
    recipients.map(({ address }) => address),
  )
  return {
    id: around.uuid,
    timestamp: new Date(message.sentAt).toISOString(),
    message: payloadOf(message, type, recipients, around),
    msg_type: type,
  }
}

function payloadOf(
  message: FullMessage,
  type: MessageType,
  recipients: readonly MailAddress[],
  around: Surroundings,
  more: Partial<WirePayload> = {},
): WirePayload {
  const sender = senderOf(message, around)
  const common = { task_id: around.task, sender, subject: message.subject, body: message.body, ...more }
  const [first = everybody] = recipients
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
      return { ...common, broadcast_id: around.uuid, recipients: [everybody] }
  }
}

/** The system is called by the swarm's name (MAIL 1.3, Type `system`). */
function senderOf({ from }: FullMessage, { swarm, kindOf }: Surroundings): MailAddress {
  return from === 'system'
    ? { address_type: 'system', address: swarm }
    : { address_type: kindOf(from), address: from }
}

const everybody: MailAddress = { address_type: 'agent', address: 'all' }

function recipientsOf(to: readonly string[], around: Surroundings): readonly MailAddress[] {
  return to.length === 0 ? [everybody] : to.map((address) => recipientOf(address, around))
}

function recipientOf(address: string, { swarm, kindOf }: Surroundings): MailAddress {
  if (address === 'system') return { address_type: 'system', address: swarm }
  const name = address.replace(/^agent:/u, '')
  return { address_type: kindOf(name), address: /^(?:broadcast|swarm):/u.test(name) ? 'all' : name }
}

type Copy = TaskLetter & { readonly id: string; readonly task: Commission }

/** A message for one agent of another swarm, in its envelope. Names of ours are qualified there. */
export function wireParcel(address: string, { id, message, task, around }: Copy): WireParcel {
  const type = interswarmTypeOf(message.kind, [address])
  const target = swarmIn(address)
  const { swarm } = around
  const sender = senderOf(message, around)
  const routing = routingOf(message)
  return {
    message_id: id,
    source_swarm: swarm,
    target_swarm: target,
    timestamp: new Date(message.sentAt).toISOString(),
    payload: payloadOf(message, type, recipientsOf([address], around), around, {
      sender:
        sender.address_type === 'system' ? sender : { ...sender, address: qualified(sender.address, swarm) },
      sender_swarm: swarm,
      ...(isForOne(type) ? { recipient_swarm: target } : { recipient_swarms: [target] }),
      ...(routing === null ? {} : { routing_info: routing }),
    }),
    msg_type: type,
    task_owner: task.owner,
    task_contributors: task.contributors,
    // The token goes in the header alone.
    auth_token: '',
    metadata: { expect_response: type === 'request' },
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
