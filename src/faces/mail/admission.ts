import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorise } from './auth.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './routes/route.ts'
import type { Client, World } from './world.ts'

/** Milliseconds until an address may call again what is open to all; 0 for now. */
export type RateLimit = (address: string) => number

export type Admission = {
  /** The head of a request decides whether its caller may call: the body of a stranger is neither read nor parsed. */
  readonly admit: (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly clientOf: (request: FastifyRequest) => Client
}

export function openAdmission(world: World, limit: RateLimit): Admission {
  const clients = new WeakMap<FastifyRequest, Client>()
  return {
    async admit(route, request, reply) {
      if (route.roles === 'public') requireRate(limit, request, reply)
      try {
        clients.set(request, await authorise(world, route, request))
      } catch (error) {
        // A caller without a token gets this answer as often as a public route may be called.
        requireRate(limit, request, reply)
        throw error
      }
    },
    clientOf(request) {
      const client = clients.get(request)
      if (client === undefined) throw new Refusal(401, 'invalid token')
      return client
    },
  }
}

/** @throws Refusal 429 */
function requireRate(limit: RateLimit, { ip }: FastifyRequest, reply: FastifyReply): void {
  const wait = limit(ip)
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal(429, 'too many requests')
}
