import { parseParty } from '../../../domain/commission.ts'
import { isUuid } from '../../../domain/id.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { addressTypes, idField, interswarmTypes, isForOne } from '../../../domain/mail-types.ts'
import type { MailAddress, ReadParcel } from '../../../services/interswarm/parcel.ts'
import { badRequest } from '../../http/refusal.ts'

/** RFC 3339: with its offset. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/iu
const longest = 2000

/**
 * Reads an envelope: `null` is absent, `auth_token` and `metadata` may be missing, unknown keys are passed over; what
 * MAIL 1.3 (Conformance) says must be checked is.
 * @throws Refusal 400
 */
export function readParcel(value: Json | undefined): ReadParcel {
  const parcel = record(value, 'message')
  const type = word(parcel, 'msg_type', interswarmTypes)
  const payload = record(parcel['payload'], 'message.payload')
  const owner = name(parcel, 'task_owner')
  const contributors = list(parcel['task_contributors'], 'task_contributors').map((one) => {
    if (typeof one === 'string' && parseParty(one) !== null) return one
    throw badRequest('task_contributors must be role:id@swarm each')
  })
  if (parseParty(owner) === null) throw badRequest('task_owner must be role:id@swarm')
  if (!contributors.includes(owner)) throw badRequest('task_contributors must include task_owner')
  const task = name(payload, 'task_id')
  if (!isUuid(task)) throw badRequest('task_id must be a UUID')
  const sentAt = name(parcel, 'timestamp')
  if (!timestamp.test(sentAt) || Number.isNaN(Date.parse(sentAt)))
    throw badRequest('timestamp must be a date-time with its offset')
  const recipients = isForOne(type)
    ? [address(payload['recipient'], 'recipient')]
    : list(payload['recipients'], 'recipients').map((one) => address(one, 'recipients'))
  if (recipients.length === 0) throw badRequest('recipients must not be empty')
  const routing = payload['routing_info'] ?? null
  return {
    id: name(parcel, 'message_id'),
    source: name(parcel, 'source_swarm'),
    target: name(parcel, 'target_swarm'),
    sentAt: Date.parse(sentAt),
    type,
    owner,
    contributors,
    task: task.toLowerCase(),
    request: name(payload, idField[type]),
    sender: address(payload['sender'], 'sender'),
    recipients,
    subject: text(payload, 'subject'),
    body: text(payload, 'body'),
    routing: isJsonObject(routing) ? routing : null,
  }
}

export function record(value: Json | undefined, where: string): JsonObject {
  if (isJsonObject(value)) return value
  throw badRequest(`${where} must be an object`)
}

function list(value: Json | undefined, where: string): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[]
  throw badRequest(`${where} must be a list`)
}

function text(from: JsonObject, key: string): string {
  const value = from[key]
  if (typeof value === 'string') return value
  throw badRequest(`${key} must be a string`)
}

function name(from: JsonObject, key: string): string {
  const value = text(from, key)
  if (value.trim() !== '' && value.length <= longest) return value
  throw badRequest(`${key} must not be empty, nor longer than ${longest} characters`)
}

function word<const W extends readonly string[]>(from: JsonObject, key: string, words: W): W[number] {
  const found = words.find((one) => one === from[key])
  if (found !== undefined) return found
  throw badRequest(`${key} must be one of ${words.join(', ')}`)
}

function address(value: Json | undefined, where: string): MailAddress {
  const found = record(value, where)
  return { address_type: word(found, 'address_type', addressTypes), address: name(found, 'address') }
}
