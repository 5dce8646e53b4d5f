import type { FastifyRequest } from 'fastify'
import { Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import type { Client, World } from './world.ts'

const nobody: Client = { role: 'user', id: '' }

/** The caller, by the bearer token. @throws Refusal 401 for no token, a bad one, and a role that may not */
export async function authorise(world: World, route: Route, request: FastifyRequest): Promise<Client> {
  if (route.roles === 'public') return nobody
  const secret = bearer(request.headers.authorization)
  const client = secret === null ? null : await world.mailbox.tokenHolder({ secret })
  if (client === null) throw new Refusal(401, 'invalid token')
  if (!route.roles.includes(client.role)) throw new Refusal(401, 'invalid role')
  return client
}

export function bearer(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/iu.exec(header ?? '')?.[1] ?? null
}
