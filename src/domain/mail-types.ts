import type { Kind } from './kind.ts'

/** MAIL 1.3, Data Model: the words of the protocol, for the server and for the file format. */
export const addressTypes = ['admin', 'agent', 'user', 'system'] as const
export type AddressType = (typeof addressTypes)[number]

export const messageTypes = ['request', 'response', 'broadcast', 'interrupt', 'broadcast_complete'] as const
export type MessageType = (typeof messageTypes)[number]
export const interswarmTypes = ['request', 'response', 'broadcast', 'interrupt'] as const
export type InterswarmType = (typeof interswarmTypes)[number]

/** The name of the id field of each payload type. */
export const idField: Readonly<Record<MessageType, string>> = {
  request: 'request_id',
  response: 'request_id',
  broadcast: 'broadcast_id',
  interrupt: 'interrupt_id',
  broadcast_complete: 'broadcast_id',
}

/**
 * The type nearest to each of our kinds. A request asks its recipient for an answer; a response contains the id of the message it
 * answers, as every word in a debate after the claim needs to; a broadcast asks nobody for anything.
 */
const typeOfKind = {
  request: 'request',
  response: 'response',
  notification: 'broadcast',
  handoff: 'request',
  escalation: 'request',
  broadcast: 'broadcast',
  interrupt: 'interrupt',
  complete: 'broadcast_complete',
  claim: 'request',
  counter: 'response',
  evidence: 'response',
  agree: 'response',
  concede: 'response',
  query: 'request',
  directive: 'request',
} as const satisfies Readonly<Record<Kind, MessageType>>

export const kindOfType: Readonly<Record<MessageType, Kind>> = {
  request: 'request',
  response: 'response',
  broadcast: 'broadcast',
  interrupt: 'interrupt',
  broadcast_complete: 'complete',
}

/** Whether messages of a type have one `recipient`; the others have `recipients`. */
export function isForOne(type: MessageType): type is 'request' | 'response' {
  return type === 'request' || type === 'response'
}

/** The type of a message within a swarm, by its kind and the names on the wire of those it goes to. */
export function messageTypeOf(kind: Kind, recipients: readonly string[]): MessageType {
  return forThese(typeOfKind[kind], recipients)
}

/** The type between two swarms: the end of a task is sent as a response to each contributor. */
export function interswarmTypeOf(kind: Kind, recipients: readonly string[]): InterswarmType {
  const type = typeOfKind[kind]
  return forThese(type === 'broadcast_complete' ? 'response' : type, recipients)
}

/** Mail to several recipients is a broadcast: requests and responses have one recipient. */
function forThese<T extends MessageType>(type: T, recipients: readonly string[]): T | 'broadcast' {
  const isOne = new Set(recipients).size === 1 && recipients[0] !== 'all'
  return isForOne(type) && !isOne ? 'broadcast' : type
}
