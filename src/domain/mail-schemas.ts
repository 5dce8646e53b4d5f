import type { JsonObject } from './json.ts'
import { addressTypes, interswarmTypes, type MessageType, messageTypes } from './mail-types.ts'

const payloadNames = {
  request: 'MAILRequest',
  response: 'MAILResponse',
  broadcast: 'MAILBroadcast',
  interrupt: 'MAILInterrupt',
  broadcast_complete: 'MAILBroadcast',
} as const satisfies Readonly<Record<MessageType, string>>

export type SchemaName =
  | 'MAILAddress'
  | (typeof payloadNames)[MessageType]
  | 'MAILMessage'
  | 'MAILInterswarmMessage'

const text = { type: 'string' } as const satisfies JsonObject
const texts = { type: 'array', items: text } as const satisfies JsonObject
const name = { type: 'string', minLength: 1 } as const satisfies JsonObject
const uuid = { type: 'string', format: 'uuid' } as const satisfies JsonObject
const moment = { type: 'string', format: 'date-time' } as const satisfies JsonObject
const anyObject = { type: 'object' } as const satisfies JsonObject

/** Nothing but these; all of them but those in `optional`. */
export function exactly(
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): JsonObject {
  const required = Object.keys(properties).filter((key) => !optional.includes(key))
  return { type: 'object', additionalProperties: false, required, properties }
}

/**
 * The messages of MAIL 1.3 as JSON Schema 2020-12, written from its prose. `refer` says how one schema stands within
 * another: by a reference to its name, or whole.
 */
export function mailSchemas(
  refer: (name: SchemaName, schema: JsonObject) => JsonObject,
): Readonly<Record<SchemaName, JsonObject>> {
  const MAILAddress = exactly({ address_type: { type: 'string', enum: addressTypes }, address: name })
  const address = refer('MAILAddress', MAILAddress)
  const one = { recipient: address, recipient_swarm: text }
  const several = { recipients: { type: 'array', minItems: 1, items: address }, recipient_swarms: texts }
  const payloads = {
    MAILRequest: payload(address, { request_id: uuid, ...one }),
    MAILResponse: payload(address, { request_id: text, ...one }),
    MAILBroadcast: payload(address, { broadcast_id: uuid, ...several }),
    MAILInterrupt: payload(address, { interrupt_id: uuid, ...several }),
  }
  /** The type says which payload it is. */
  const bound = (types: readonly MessageType[], key: string): readonly JsonObject[] =>
    types.map((type) => ({
      if: { properties: { msg_type: { const: type } }, required: ['msg_type'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { [key]: refer(payloadNames[type], payloads[payloadNames[type]]) } },
    }))
  return {
    MAILAddress,
    ...payloads,
    MAILMessage: {
      ...exactly({ id: uuid, timestamp: moment, message: anyObject, msg_type: oneOf(messageTypes) }),
      allOf: bound(messageTypes, 'message'),
    },
    MAILInterswarmMessage: {
      ...exactly(envelope, ['auth_token', 'metadata']),
      allOf: bound(interswarmTypes, 'payload'),
    },
  }
}

const envelope = {
  message_id: name,
  source_swarm: name,
  target_swarm: name,
  timestamp: moment,
  payload: anyObject,
  msg_type: oneOf(interswarmTypes),
  task_owner: name,
  task_contributors: texts,
  auth_token: text,
  metadata: anyObject,
}

function oneOf(words: readonly string[]): JsonObject {
  return { type: 'string', enum: words }
}

function payload(address: JsonObject, own: Readonly<Record<string, JsonObject>>): JsonObject {
  const all = {
    task_id: uuid,
    sender: address,
    subject: text,
    body: text,
    sender_swarm: text,
    routing_info: anyObject,
  }
  return exactly({ ...all, ...own }, ['sender_swarm', 'recipient_swarm', 'recipient_swarms', 'routing_info'])
}
