import type { JsonObject } from '../../domain/json.ts'
import { mailSchemas } from '../../domain/mail-schemas.ts'
import type { MessageType } from '../../domain/mail-types.ts'

const whole = mailSchemas((_name, schema) => schema)

/** The fields of each message type. */
export const payloadSchemas: Readonly<Record<MessageType, JsonObject>> = {
  request: whole.MAILRequest,
  response: whole.MAILResponse,
  broadcast: whole.MAILBroadcast,
  interrupt: whole.MAILInterrupt,
  broadcast_complete: whole.MAILBroadcast,
}

export const messageSchema = whole.MAILMessage
export const interswarmSchema = whole.MAILInterswarmMessage
