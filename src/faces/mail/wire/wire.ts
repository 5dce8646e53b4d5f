import type { JsonObject } from '../../../domain/json.ts'
import type { InterswarmType, MessageType } from '../../../domain/mail-types.ts'
import type { MailAddress } from '../../../services/interswarm/parcel.ts'

/** MAIL 1.3, Data Model: what goes over the wire. `recipient` of a request or a response, `recipients` of the others; the id's name says which it is. */
export type WirePayload = {
  readonly task_id: string
  readonly request_id?: string
  readonly broadcast_id?: string
  readonly interrupt_id?: string
  readonly sender: MailAddress
  readonly recipient?: MailAddress
  readonly recipients?: readonly MailAddress[]
  readonly subject: string
  readonly body: string
  readonly sender_swarm?: string
  readonly recipient_swarm?: string
  readonly recipient_swarms?: readonly string[]
  readonly routing_info?: JsonObject
}

export type WireMessage = {
  readonly id: string
  readonly timestamp: string
  readonly message: WirePayload
  readonly msg_type: MessageType
}

/** A message between swarms: its payload in an envelope of its own. */
export type WireParcel = {
  readonly message_id: string
  readonly source_swarm: string
  readonly target_swarm: string
  readonly timestamp: string
  readonly payload: WirePayload
  readonly msg_type: InterswarmType
  readonly task_owner: string
  readonly task_contributors: readonly string[]
  readonly auth_token: string
  readonly metadata: JsonObject
}
