import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Json, JsonObject } from '../../domain/json.ts'
import type { TokenRole } from '../../domain/token.ts'
import type { Client, World } from './world.ts'

export type Call = {
  readonly client: Client
  readonly body: Json | undefined
  readonly query: Readonly<Record<string, unknown>>
  /** What the parts of the path that begin with a colon stand for. */
  readonly params: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The prefix of the face that the route was called under. */
  readonly prefix: string
  /** Aborts when the caller is gone, or the server stops. */
  readonly signal: AbortSignal
}

/** One route: who may call it, what it does, and its entry in the OpenAPI document. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** `:name` stands for any part. */
  readonly path: string
  readonly summary: string
  readonly roles: 'public' | readonly TokenRole[]
  /** Its body is a form, and no JSON. */
  readonly isForm?: true
  /** JSON Schema of the body, where one is taken. */
  readonly takes?: JsonObject
  /** JSON Schema of what is answered. */
  readonly gives: JsonObject
  /** Other answers than JSON. */
  readonly also?: string
  /** `undefined` where the reply was written already. */
  readonly run: (world: World, call: Call) => Promise<JsonObject | string | undefined>
}

export const people = ['user', 'admin'] as const
export const admins = ['admin'] as const
export const swarms = ['agent'] as const
