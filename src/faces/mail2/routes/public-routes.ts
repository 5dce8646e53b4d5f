import type { JsonObject } from '../../../domain/json.ts'
import { nameOfSlug, slugOf } from '../../../domain/mail2/slug.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Route } from '../../http/route.ts'
import { anyObject, exactly, words } from '../../http/shapes.ts'
import { definitionOf } from '../../http/tasks/definition.ts'
import type { World } from '../../http/world.ts'
import { ok, swarmShape, swarmSummary } from '../schemas.ts'
import { personal, type Visit } from '../visit.ts'
import { ownKey } from '../wire/metadata.ts'

export const publicRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    summary: 'Describe this server',
    roles: 'public',
    gives: exactly({
      protocol_name: words(['mail']),
      protocol_version: words(['2.0']),
      uptime: { type: 'number' },
    }),
    run: async (world) => ({
      protocol_name: 'mail',
      protocol_version: '2.0',
      uptime: Math.max(0, world.now() - world.startedAt) / 1000,
    }),
  },
  {
    method: 'GET',
    path: '/health',
    summary: 'Report whether the server is well',
    roles: 'public',
    gives: ok,
    run: async (world) => healthOf(world),
  },
  personal({
    method: 'GET',
    path: '/swarms',
    summary: 'List the swarms of this server, which is one',
    gives: exactly({ swarms: { type: 'array', items: swarmSummary }, metadata: anyObject }),
    async run(visit) {
      const { agents, metadata: _, ...swarm } = await swarmOf(visit)
      return { swarms: [{ ...swarm, num_agents: agents.length }], metadata: {} }
    },
  }),
  personal({
    method: 'GET',
    path: '/swarms/:swarm_name',
    summary: 'Show a swarm with its agents',
    gives: exactly({ swarm: swarmShape, metadata: anyObject }),
    async run(visit) {
      requireOwn(visit)
      return { swarm: await swarmOf(visit), metadata: {} }
    },
  }),
  personal({
    method: 'GET',
    path: '/swarms/:swarm_name/health',
    summary: 'Report whether a swarm is well',
    gives: ok,
    async run(visit) {
      requireOwn(visit)
      return healthOf(visit.world)
    },
  }),
]

/** @throws Refusal 503 where an administrator said so */
function healthOf({ health }: World): JsonObject {
  if (health === 'healthy') return { status: 'ok' }
  throw new Refusal(503, health)
}

/** @throws Refusal 404 */
function requireOwn({ world, call }: Visit): void {
  if (nameOfSlug(call.params['swarm_name'] ?? '') !== world.swarm)
    throw new Refusal(404, 'there is no such swarm on this server')
}

const atOnce = 500

async function swarmOf({ world, mailbox }: Visit) {
  const { description, keywords, entrypoint } = await definitionOf(world)
  const agents: string[] = []
  let after: string | null = null
  do {
    const page: Awaited<ReturnType<typeof mailbox.listAgents>> = await mailbox.listAgents({
      limit: atOnce,
      ...(after !== null && { after }),
    })
    for (const { address, kind, state } of page.agents)
      if (kind === 'agent' && state !== 'dead') agents.push(slugOf(address))
    after = page.next
  } while (after !== null)
  const metadata = { [ownKey]: { name: world.swarm, entrypoint } }
  return { name: slugOf(world.swarm), description, keywords, agents, metadata }
}
