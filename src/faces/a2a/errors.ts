import type { JsonObject } from '../../domain/json.ts'
import type { Answer } from '../http/refusal.ts'

/** The errors of JSON-RPC 2.0 and of A2A 1.0, and the reason that each has as text. */
const codes = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL: -32603,
  /** Of the connection, not of a method: no valid token, too many requests, a server that stops. */
  REFUSED: -32000,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  VERSION_NOT_SUPPORTED: -32009,
} as const

type Reason = keyof typeof codes

/** An answer of the protocol other than a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly reason: Reason
  readonly metadata: Readonly<Record<string, string>>

  constructor(reason: Reason, message: string, metadata: Readonly<Record<string, string>> = {}) {
    super(message)
    this.reason = reason
    this.metadata = metadata
  }
}

export function badParams(message: string): RpcError {
  return new RpcError('INVALID_PARAMS', message)
}

/** No other owner's task is told from one that does not exist. */
export function taskNotFound(): RpcError {
  return new RpcError('TASK_NOT_FOUND', 'unknown task')
}

export function errorValue({ reason, message, metadata }: RpcError): JsonObject {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }
  return { code: codes[reason], message, data: [{ ...info, metadata }] }
}

/** What refuses a request before its method is known. */
const reasons: Readonly<Record<number, Reason>> = {
  400: 'PARSE_ERROR',
  404: 'METHOD_NOT_FOUND',
  405: 'METHOD_NOT_FOUND',
  413: 'INVALID_REQUEST',
  500: 'INTERNAL',
}

export function problemOf({ status, detail }: Answer): JsonObject {
  return { jsonrpc: '2.0', id: null, error: errorValue(new RpcError(reasons[status] ?? 'REFUSED', detail)) }
}
