import type { JsonObject } from '../../domain/json.ts'
import { anyObject, exactly, moment, reference, text, texts, words } from './shapes.ts'
import { addressTypes, interswarmTypes, messageTypes } from './wire.ts'

const uuid = { type: 'string', format: 'uuid' } as const satisfies JsonObject
const name = { type: 'string', minLength: 1 } as const satisfies JsonObject
const optional = ['sender_swarm', 'recipient_swarm', 'recipient_swarms', 'routing_info']

function payload(id: string, idShape: JsonObject, several: boolean): JsonObject {
  const address = reference('MAILAddress')
  return exactly(
    {
      task_id: uuid,
      [id]: idShape,
      sender: address,
      ...(several
        ? { recipients: { type: 'array', minItems: 1, items: address }, recipient_swarms: texts }
        : { recipient: address, recipient_swarm: text }),
      subject: text,
      body: text,
      sender_swarm: text,
      routing_info: anyObject,
    },
    optional,
  )
}

const payloads: Readonly<Record<string, string>> = {
  request: 'MAILRequest',
  response: 'MAILResponse',
  broadcast: 'MAILBroadcast',
  interrupt: 'MAILInterrupt',
  broadcast_complete: 'MAILBroadcast',
}

/** The type says which payload it is. */
function bound(types: readonly string[], key: string): readonly JsonObject[] {
  return types.map((type) => ({
    if: { properties: { msg_type: { const: type } }, required: ['msg_type'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { [key]: reference(payloads[type] ?? '') } },
  }))
}

/** The messages of MAIL 1.3 (Data Model) as we write them: JSON Schema 2020-12. */
export const mailSchemas: Readonly<Record<string, JsonObject>> = {
  MAILAddress: exactly({ address_type: words(addressTypes), address: name }),
  MAILRequest: payload('request_id', uuid, false),
  MAILResponse: payload('request_id', text, false),
  MAILBroadcast: payload('broadcast_id', uuid, true),
  MAILInterrupt: payload('interrupt_id', uuid, true),
  MAILMessage: {
    ...exactly({ id: uuid, timestamp: moment, message: anyObject, msg_type: words(messageTypes) }),
    allOf: bound(messageTypes, 'message'),
  },
  MAILInterswarmMessage: {
    ...exactly(
      {
        message_id: name,
        source_swarm: name,
        target_swarm: name,
        timestamp: moment,
        payload: anyObject,
        msg_type: words(interswarmTypes),
        task_owner: name,
        task_contributors: texts,
        auth_token: text,
        metadata: anyObject,
      },
      ['auth_token', 'metadata'],
    ),
    allOf: bound(interswarmTypes, 'payload'),
  },
  Problem: exactly({ detail: text }),
}
