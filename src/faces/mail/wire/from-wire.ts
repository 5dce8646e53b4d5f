import { parseParty } from '../../../domain/commission.ts'
import { isUuid } from '../../../domain/id.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts'
import {
  addressTypes,
  type InterswarmType,
  idField,
  interswarmTypes,
  isForOne,
} from '../../../domain/mail-types.ts'
import type { MailAddress, ReadParcel } from '../../../services/interswarm/parcel.ts'
import { badRequest } from '../../http/refusal.ts'

/** RFC 3339: with its offset. */
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/iu
const longest = 2000

/** Fields that may be missing, of the envelope and of its payload. */
const optional = {
  envelope: { auth_token: isText, metadata: isJsonObject },
  payload: {
    sender_swarm: isText,
    recipient_swarm: isText,
    recipient_swarms: isTexts,
    routing_info: isJsonObject,
  },
} as const

/**
 * Reads an envelope by its schema; unknown keys are passed over.
 * @param nulls the reference writes `null` for every field that it leaves out, which the schema does not have
 * @throws Refusal 400
 */
export function readParcel(value: Json | undefined, nulls: 'refused' | 'absent'): ReadParcel {
  const parcel = record(value, 'message')
  const type = word(parcel, 'msg_type', interswarmTypes)
  const payload = record(parcel['payload'], 'message.payload')
  requireOptional(parcel, optional.envelope, nulls)
  requireOptional(payload, optional.payload, nulls)
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
    request: idOf(payload, type),
    sender: address(payload['sender'], 'sender'),
    recipients,
    subject: text(payload, 'subject'),
    body: text(payload, 'body'),
    routing: isJsonObject(routing) ? routing : null,
  }
}

function requireOptional(
  from: JsonObject,
  fields: Readonly<Record<string, (value: Json) => boolean>>,
  nulls: 'refused' | 'absent',
): void {
  for (const [key, fits] of Object.entries(fields)) {
    const value = from[key]
    if (value === undefined || (value === null && nulls === 'absent')) continue
    if (!fits(value)) throw badRequest(`${key} is not of its type; leave it out where there is none`)
  }
}

function isText(value: Json): boolean {
  return typeof value === 'string'
}

function isTexts(value: Json): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** A response may name what it answers in its own way. */
function idOf(payload: JsonObject, type: InterswarmType): string {
  const id = name(payload, idField[type])
  if (type === 'response' || isUuid(id)) return id
  throw badRequest(`${idField[type]} must be a UUID`)
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
