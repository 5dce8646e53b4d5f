import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { badParams, errorValue, RpcError } from './errors.ts'

type CallId = string | number | null

/** A call of JSON-RPC 2.0. */
export type RpcCall = { readonly id: CallId; readonly method: string; readonly params: JsonObject }

/** The id of a call, as far as it has one: the answer to a call that is wrong bears it, too. */
export function idOf(body: Json | undefined): CallId {
  const id = isJsonObject(body) ? body['id'] : undefined
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

/** @throws RpcError for what is no single call that is answered */
export function readCall(body: Json | undefined): RpcCall {
  if (Array.isArray(body)) throw invalid('several calls in one request are not supported')
  if (!isJsonObject(body)) throw invalid('the body must be a JSON object')
  const { jsonrpc, method, params = {} } = body
  if (jsonrpc !== '2.0') throw invalid('jsonrpc must be "2.0"')
  if (!Object.hasOwn(body, 'id')) throw invalid('id is missing: every method has an answer')
  if (idOf(body) !== body['id']) throw invalid('id must be a string or a number')
  if (typeof method !== 'string') throw invalid('method must be a string')
  if (!isJsonObject(params)) throw badParams('params must be an object')
  return { id: idOf(body), method, params }
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_REQUEST', message)
}

export function resultOf(id: CallId, result: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id, result }
}

export function failureOf(id: CallId, error: RpcError): JsonObject {
  return { jsonrpc: '2.0', id, error: errorValue(error) }
}
