import { isMailError, type MailError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { Refusal } from '../http/refusal.ts'
import { type Call, people, type Route } from '../http/route.ts'
import type { World } from '../http/world.ts'
import { failureOf, idOf, readCall, resultOf } from './envelope.ts'
import { badParams, RpcError } from './errors.ts'
import { methods } from './methods.ts'

export const rpcRoute: Route = {
  method: 'POST',
  path: '/',
  summary: 'Call a method of A2A 1.0 by JSON-RPC 2.0',
  roles: people,
  takes: { type: 'object' },
  gives: { type: 'object' },
  also: 'text/event-stream',
  async run(world, call) {
    try {
      return await answer(world, call)
    } catch (error) {
      return failureOf(idOf(call.body), errorOf(error))
    }
  },
}

async function answer(world: World, call: Call): Promise<JsonObject | undefined> {
  const rpc = readCall(call.body)
  requireVersion(call)
  const method = Object.hasOwn(methods, rpc.method) ? methods[rpc.method] : undefined
  if (method === undefined)
    throw new RpcError('METHOD_NOT_FOUND', `unknown method ${JSON.stringify(rpc.method.slice(0, 80))}`)
  const result = await method(world, call, rpc)
  return result === undefined ? undefined : resultOf(rpc.id, result)
}

/** A caller who names no version speaks 0.3, as the protocol has it. */
function requireVersion({ request, query }: Call): void {
  const given = String(request.headers['a2a-version'] ?? query['A2A-Version'] ?? '').trim()
  if (/^1\.0(?:\.\d+)?$/u.test(given)) return
  const told =
    given === ''
      ? '0.3, which is meant where the header A2A-Version is missing,'
      : JSON.stringify(given.slice(0, 20))
  throw new RpcError('VERSION_NOT_SUPPORTED', `the version ${told} is not supported; this server speaks 1.0`)
}

/** Of the connection, so that it is answered by a status: try again, or with another token. */
const statuses: ReadonlySet<MailError['code']> = new Set([
  'stale',
  'busy',
  'no-store',
  'damaged',
  'newer-version',
  'no-driver',
  'internal',
])

/** @throws the error where it is none of the method's */
function errorOf(error: unknown): RpcError {
  if (error instanceof RpcError) return error
  if (error instanceof Refusal && error.status === 400) return badParams(error.message)
  if (isMailError(error) && !statuses.has(error.code)) return badParams(error.message)
  throw error
}
