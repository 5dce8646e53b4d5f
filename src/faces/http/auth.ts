import type { FastifyRequest } from 'fastify'
import { type Answer, Refusal } from './refusal.ts'
import type { Route } from './route.ts'
import type { Client, World } from './world.ts'

const nobody: Client = { role: 'user', id: '' }

/**
 * The caller, by the bearer token.
 * @param strange what is answered to a role that may not
 * @throws Refusal 401 for no token or a bad one
 */
export async function authorise(
  world: World,
  route: Route,
  request: FastifyRequest,
  strange: Answer,
): Promise<Client> {
  if (route.roles === 'public') return nobody
  const secret = bearer(request.headers.authorization)
  const client = secret === null ? null : await holderOf(world, secret)
  if (client === null) throw new Refusal(401, 'invalid token')
  if (!route.roles.includes(client.role)) throw new Refusal(strange.status, strange.detail)
  return client
}

/** Whose token it is: one that was created, or one that it was exchanged for. */
export async function holderOf({ mailbox, sessions }: World, bearer: string): Promise<Client | null> {
  const secret = sessions.behind(bearer)
  return secret === null ? null : mailbox.tokenHolder({ secret })
}

export function bearer(header: string | undefined): string | null {
  return /^Bearer +(\S+)$/iu.exec(header ?? '')?.[1] ?? null
}
