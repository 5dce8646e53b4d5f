import type { JsonObject } from '../../domain/json.ts'

/** MAIL 1.3 in JSON Schema (2020-12), written from its prose: "Data Model". */
const text = { type: 'string' } as const
const name = { type: 'string', minLength: 1 } as const
const uuid = { type: 'string', format: 'uuid' } as const
const moment = { type: 'string', format: 'date-time' } as const
const anyObject = { type: 'object' } as const

export const messageTypes = ['request', 'response', 'broadcast', 'interrupt', 'broadcast_complete'] as const
export type MessageType = (typeof messageTypes)[number]
export const addressTypes = ['admin', 'agent', 'user', 'system'] as const
export type AddressType = (typeof addressTypes)[number]

/** The name of the id that each type of payload bears. */
export const idField: Readonly<Record<MessageType, string>> = {
  request: 'request_id',
  response: 'request_id',
  broadcast: 'broadcast_id',
  interrupt: 'interrupt_id',
  broadcast_complete: 'broadcast_id',
}

function closed(required: JsonObject, optional: JsonObject = {}): JsonObject {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  }
}

const address = closed({ address_type: { enum: addressTypes }, address: name })
const single = { sender: address, recipient: address, subject: text, body: text }
const several = {
  sender: address,
  recipients: { type: 'array', minItems: 1, items: address },
  subject: text,
  body: text,
}
const singleMore = { sender_swarm: text, recipient_swarm: text, routing_info: anyObject }
const severalMore = {
  sender_swarm: text,
  recipient_swarms: { type: 'array', items: text },
  routing_info: anyObject,
}

const broadcast = closed({ task_id: uuid, broadcast_id: uuid, ...several }, severalMore)

/** What a message of each type holds. */
export const payloadSchemas: Readonly<Record<MessageType, JsonObject>> = {
  request: closed({ task_id: uuid, request_id: uuid, ...single }, singleMore),
  response: closed({ task_id: uuid, request_id: text, ...single }, singleMore),
  broadcast,
  interrupt: closed({ task_id: uuid, interrupt_id: uuid, ...several }, severalMore),
  broadcast_complete: broadcast,
}

function binding(field: string, types: readonly MessageType[]): JsonObject {
  return {
    allOf: types.map((type) => ({
      if: { properties: { msg_type: { const: type } }, required: ['msg_type'] },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { [field]: payloadSchemas[type] } },
    })),
  }
}

export const messageSchema: JsonObject = {
  ...closed({ id: uuid, timestamp: moment, message: anyObject, msg_type: { enum: messageTypes } }),
  ...binding('message', messageTypes),
}

const wrapped = messageTypes.filter((type) => type !== 'broadcast_complete')

export const interswarmSchema: JsonObject = {
  ...closed(
    {
      message_id: name,
      source_swarm: name,
      target_swarm: name,
      timestamp: moment,
      payload: anyObject,
      msg_type: { enum: wrapped },
      task_owner: name,
      task_contributors: { type: 'array', items: text },
    },
    { auth_token: text, metadata: anyObject },
  ),
  ...binding('payload', wrapped),
}
