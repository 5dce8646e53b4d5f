import { createHash } from 'node:crypto'
import { isUuid } from '../../domain/id.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import {
  type AddressType,
  idField,
  interswarmTypeOf,
  isForOne,
  type MessageType,
  messageTypeOf,
} from '../../domain/mail-types.ts'
import { restored } from '../exact.ts'
import { isoUtc } from '../fields.ts'
import type { Parcel } from '../parcel.ts'
import { interswarmSchema, messageSchema, payloadSchemas } from './schemas.ts'

const people = new Set(['user', 'human', 'overseer', 'ceo'])

/** A message as MAIL 1.3's schemas define it, without fields that they do not know. */
export function printMail(parcel: Parcel): JsonObject {
  const whole = restored('mail', baseOf(parcel), parcel.meta)
  const wrapped = isJsonObject(parcel.meta?.['interswarm'])
  const field = wrapped ? 'payload' : 'message'
  const payload = whole[field]
  const schema = payloadSchemas[typeOf(parcel)]
  return {
    ...only(whole, wrapped ? interswarmSchema : messageSchema),
    [field]: isJsonObject(payload) ? only(payload, schema) : (payload ?? {}),
  }
}

/** Our own print, without the record of how it came. */
export function baseOf(parcel: Parcel): JsonObject {
  const wrapper = parcel.meta?.['interswarm']
  const rest = { timestamp: isoUtc(parcel.sentAt), msg_type: typeOf(parcel) }
  if (isJsonObject(wrapper) && wrapper['part'] === true) return partOf(parcel, wrapper)
  return isJsonObject(wrapper)
    ? { message_id: parcel.id, ...wrapper, ...rest, payload: payloadOf(parcel) }
    : { id: uuidFor(parcel.id), ...rest, message: payloadOf(parcel) }
}

/** A part of one of our messages, as a server would send it to the other swarm, with our names qualified. */
function partOf(parcel: Parcel, wrapper: JsonObject): JsonObject {
  const type = typeOf(parcel)
  const { sender, ...payload } = payloadOf(parcel)
  const [source, target] = [wrapper['source_swarm'] ?? '', wrapper['target_swarm'] ?? '']
  const { address_type: kind, address: name } = isJsonObject(sender) ? sender : {}
  const isHome = kind === 'system' || String(name).includes('@')
  return {
    message_id: parcel.id,
    ...wrapper,
    timestamp: isoUtc(parcel.sentAt),
    msg_type: type,
    payload: {
      ...payload,
      sender: isHome
        ? (sender ?? {})
        : { address_type: kind ?? 'agent', address: `${String(name)}@${String(source)}` },
      sender_swarm: source,
      ...(isForOne(type) ? { recipient_swarm: target } : { recipient_swarms: [target] }),
    },
    metadata: { expect_response: type === 'request' },
  }
}

function typeOf({ kind, to, cc, meta }: Parcel): MessageType {
  const wrapper = meta?.['interswarm']
  const isPart = isJsonObject(wrapper) && wrapper['part'] === true
  return (isPart ? interswarmTypeOf : messageTypeOf)(kind, [...to, ...cc])
}

function payloadOf(parcel: Parcel): JsonObject {
  const { id, to, cc, subject, body, replyTo, task, thread } = parcel
  const type = typeOf(parcel)
  const recipients = [...new Set([...to, ...cc])].map(addressOf)
  const [first = addressOf('all')] = recipients
  return {
    task_id: uuidFor(task ?? `task of ${thread ?? id}`),
    [idField[type]]: type === 'response' ? (replyTo ?? uuidFor(id)) : uuidFor(id),
    sender: senderOf(parcel),
    ...(isForOne(type)
      ? { recipient: first }
      : { recipients: recipients.length === 0 ? [first] : recipients }),
    subject,
    body,
  }
}

function senderOf({ from, fromKind, swarm }: Parcel): JsonObject {
  if (from === 'system' || fromKind === 'system')
    return { address_type: 'system', address: swarm ?? 'system' }
  const address_type: AddressType = fromKind ?? (people.has(from) ? 'user' : 'agent')
  return { address_type, address: from }
}

function addressOf(written: string): JsonObject {
  return { address_type: people.has(written) ? 'user' : 'agent', address: written === '' ? 'all' : written }
}

function only(record: JsonObject, schema: JsonObject): JsonObject {
  const known = schema['properties'] as JsonObject
  return Object.fromEntries(
    Object.entries(record).filter(([key, value]) => Object.hasOwn(known, key) && fits(value, known[key])),
  )
}

/** Optional fields that came with another type are left out. */
function fits(value: Json, schema: Json | undefined): boolean {
  const type = isJsonObject(schema) ? schema['type'] : undefined
  if (type === 'string') return typeof value === 'string'
  if (type === 'object') return isJsonObject(value)
  if (type === 'array')
    return (
      Array.isArray(value) &&
      (!isJsonObject(schema) || value.every((item: Json) => fits(item, schema['items'])))
    )
  return true
}

/** Ids on the wire are UUIDs; another id always maps to the same UUID. */
export function uuidFor(id: string): string {
  if (isUuid(id)) return id
  const hex = createHash('sha256').update(id).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
