import type { FastifyReply, FastifyRequest } from 'fastify'
import { authorise } from './auth.ts'
import type { Face } from './face.ts'
import type { RateLimit } from './rate-limit.ts'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import type { Client, World } from './world.ts'

export type Admission = {
  /** The head of a request decides whether its caller may call: the body of a stranger is neither read nor parsed. */
  readonly admit: (face: Face, route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly clientOf: (request: FastifyRequest) => Client
}

export function openAdmission(world: World): Admission {
  const clients = new WeakMap<FastifyRequest, Client>()
  return {
    async admit({ strangeRole }, route, request, reply) {
      if (route.roles === 'public') requireRate(world, world.strangers, request, reply)
      let client: Client
      try {
        client = await authorise(world, route, request, strangeRole)
      } catch (error) {
        requireRate(world, world.guesses, request, reply)
        throw error
      }
      if (client.role === 'agent') requireTurn(world, client, reply)
      clients.set(request, client)
    },
    clientOf(request) {
      const client = clients.get(request)
      if (client === undefined) throw new Refusal(401, 'invalid token')
      return client
    },
  }
}

/** A swarm that floods waits for its own requests; a server of the protocol tries again. @throws Refusal 429 */
function requireTurn({ calls, limits }: World, { id }: Client, reply: FastifyReply): void {
  const running = calls.get(id) ?? 0
  if (running >= limits.peerRequests) {
    reply.header('retry-after', 1)
    throw new Refusal(429, 'too many requests at a time')
  }
  calls.set(id, running + 1)
  reply.raw.once('close', () => {
    const left = (calls.get(id) ?? 1) - 1
    if (left > 0) calls.set(id, left)
    else calls.delete(id)
  })
}

/** @throws Refusal 429 */
function requireRate(
  { addressOf }: World,
  limit: RateLimit,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  const wait = limit(addressOf(raw))
  if (wait === 0) return
  reply.header('retry-after', Math.ceil(wait / 1000))
  throw new Refusal(429, 'too many requests')
}
