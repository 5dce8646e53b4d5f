import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server'
import { flawOfNumbers, isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { hasRounded } from '../../domain/rounded.ts'

/** A line of a client: a message for the server, or the answer to something that is none. */
export type Incoming = { readonly message: JsonObject } | { readonly refusal: JSONRPCMessage }

const [notJson, noRequest, wrongParameters] = [-32700, -32600, -32602]

/** Reads a line. Members that are `null` count as absent, and what cannot be a message is answered, never dropped. */
export function readIncoming(line: string): Incoming {
  let value: Json
  try {
    value = JSON.parse(line) as Json
  } catch {
    return refused(null, notJson, 'The line is not JSON')
  }
  if (!isJsonObject(value)) return refused(null, noRequest, 'A message is one JSON object')
  const { id, method, params } = value
  if (method === undefined && id !== undefined && ('result' in value || 'error' in value))
    return { message: value }
  if (params !== undefined && params !== null && !isJsonObject(params))
    return refused(id, wrongParameters, 'params must be an object')
  if (hasRounded(line)) return refused(id, wrongParameters, `The line has ${flawOfNumbers}`)
  const message = mended(value)
  const isNotification = id === undefined && typeof method === 'string' && value['jsonrpc'] === '2.0'
  if (isNotification || isJSONRPCRequest(message)) return { message }
  return refused(id, noRequest, 'A request has jsonrpc "2.0", a method, and an id that is a number or a text')
}

function mended(value: JsonObject): JsonObject {
  const { params, ...rest } = value
  if (params === undefined) return value
  return isJsonObject(params) ? { ...rest, params: withoutNulls(params) } : rest
}

export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
}

/** The answer to a line that is too long to be kept: its id is unknown. */
export function tooLong(longest: number): JSONRPCMessage {
  return refused(null, noRequest, `The line has more than ${longest} characters`).refusal
}

function refused(id: Json | undefined, code: number, message: string) {
  const isKnown = typeof id === 'string' || Number.isInteger(id)
  const answer = { jsonrpc: '2.0', id: isKnown ? id : null, error: { code, message } }
  return { refusal: answer as unknown as JSONRPCMessage }
}
