import { isUuid } from '../../domain/id.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import {
  type AddressType,
  addressTypes,
  idField,
  isForOne,
  kindOfType,
  type MessageType,
  messageTypes,
} from '../../domain/mail-types.ts'
import { metaOf } from '../exact.ts'
import { requiredName, requiredText, timeOf, UnreadableError } from '../fields.ts'
import type { Found } from '../format.ts'
import { emptyParcel, type Parcel } from '../parcel.ts'
import { baseOf } from './print.ts'

const offsetForm = /(?:Z|[+-]\d{2}:\d{2})$/iu

/**
 * A MAILMessage, or a MAILInterswarmMessage around a payload. Optional fields may be null, unknown ones are kept;
 * what "Conformance" has a consumer check is checked. A token is left where it was. @throws UnreadableError
 */
export function readMail(raw: JsonObject, where: string): readonly Found[] {
  const wrapped = Object.hasOwn(raw, 'message_id')
  const { auth_token: _token, ...record } = withoutNulls(raw)
  const type = typeOf(record, wrapped)
  const field = wrapped ? 'payload' : 'message'
  const held = record[field]
  if (!isJsonObject(held)) throw new UnreadableError(`${field} is not an object`)
  const payload = withoutNulls(held)
  const id = wrapped ? requiredName(record, 'message_id') : requiredUuid(record, 'id')
  const sender = addressIn(payload, 'sender')
  const recipients = recipientsOf(payload, type)
  const own = requiredName(payload, idField[type])
  const parcel: Parcel = {
    ...emptyParcel,
    id,
    aliases: type === 'response' || own === id ? [] : [own],
    from: sender.type === 'system' ? 'system' : sender.address,
    fromKind: sender.type,
    to: recipients.map(({ address }) => address),
    kind: kindOfType[type],
    subject: requiredText(payload, 'subject'),
    body: requiredText(payload, 'body'),
    task: requiredName(payload, 'task_id'),
    sentAt: sentAtOf(record),
    replyTo: type === 'response' && own !== id ? own : null,
    meta: wrapped ? { interswarm: wrapperOf(record) } : null,
  }
  const meta = metaOf('mail', baseOf(parcel), { ...record, [field]: payload })
  return [
    {
      type: 'parcel',
      where,
      parcel: { ...parcel, meta: meta === null && !wrapped ? null : { ...parcel.meta, ...meta } },
    },
  ]
}

const optional = new Set(['sender_swarm', 'recipient_swarm', 'recipient_swarms', 'routing_info', 'metadata'])

function withoutNulls(record: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => value !== null || !optional.has(key)),
  )
}

function typeOf(record: JsonObject, wrapped: boolean): MessageType {
  const word = requiredText(record, 'msg_type')
  const type = messageTypes.find((known) => known === word && !(wrapped && known === 'broadcast_complete'))
  if (type !== undefined) return type
  throw new UnreadableError(`unknown msg_type: ${JSON.stringify(word.slice(0, 60))}`)
}

function requiredUuid(record: JsonObject, name: string): string {
  const text = requiredText(record, name)
  if (isUuid(text)) return text
  throw new UnreadableError(`${name} is not a UUID: ${JSON.stringify(text.slice(0, 60))}`)
}

function sentAtOf(record: JsonObject): number {
  const text = requiredText(record, 'timestamp')
  if (!offsetForm.test(text)) throw new UnreadableError('timestamp has no time zone offset (RFC 3339)')
  return timeOf(text, 'timestamp')
}

type Address = { readonly type: AddressType; readonly address: string }

function addressIn(payload: JsonObject, name: string): Address {
  return addressOf(payload[name], name)
}

function addressOf(value: Json | undefined, name: string): Address {
  if (!isJsonObject(value)) throw new UnreadableError(`${name} is not a MAILAddress`)
  const type = addressTypes.find((known) => known === value['address_type'])
  if (type === undefined)
    throw new UnreadableError(`${name}.address_type must be one of ${addressTypes.join(', ')}`)
  return { type, address: requiredName(value, 'address') }
}

function recipientsOf(payload: JsonObject, type: MessageType): readonly Address[] {
  if (isForOne(type)) return [addressIn(payload, 'recipient')]
  const list = payload['recipients']
  if (!Array.isArray(list) || list.length === 0)
    throw new UnreadableError('recipients is not a list, or is empty')
  return list.map((one: Json) => addressOf(one, 'recipients'))
}

function wrapperOf(record: JsonObject): JsonObject {
  const contributors = record['task_contributors']
  if (!Array.isArray(contributors) || contributors.some((one: Json) => typeof one !== 'string'))
    throw new UnreadableError('task_contributors is not a list of strings')
  return {
    source_swarm: requiredName(record, 'source_swarm'),
    target_swarm: requiredName(record, 'target_swarm'),
    task_owner: requiredName(record, 'task_owner'),
    task_contributors: contributors,
  }
}
