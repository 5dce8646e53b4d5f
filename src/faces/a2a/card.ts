import { createHash } from 'node:crypto'
import type { JsonObject } from '../../domain/json.ts'
import { type Agent, rolesOf } from '../../domain/roster.ts'
import { Refusal } from '../http/refusal.ts'
import type { Call, Route } from '../http/route.ts'
import { definitionOf } from '../http/tasks/definition.ts'
import type { World } from '../http/world.ts'
import { prefix } from './prefix.ts'

/** What any caller may know: the swarm, and the one agent that gets its tasks. */
export const cardRoute: Route = {
  method: 'GET',
  path: '/agent-card.json',
  summary: 'Get the card by which agents that speak A2A find this swarm',
  roles: 'public',
  gives: { type: 'object' },
  async run(world, call) {
    const card = await cardOf(world, call, () => [])
    const tag = `"${createHash('sha256').update(JSON.stringify(card)).digest('base64url')}"`
    // It names the host that it was asked under.
    call.reply.headers({ etag: tag, 'cache-control': 'private, max-age=60', vary: 'host, x-forwarded-proto' })
    if (call.request.headers['if-none-match'] !== tag) return card
    void call.reply.code(304).send()
    return undefined
  },
}

/** With every agent that a task may be given to, for callers with a token. */
export function extendedCard(world: World, call: Call): Promise<JsonObject> {
  return cardOf(world, call, (others) => others)
}

async function cardOf(
  world: World,
  call: Call,
  shown: (others: readonly Agent[]) => readonly Agent[],
): Promise<JsonObject> {
  const { entrypoint, description, keywords } = await definitionOf(world)
  const { usual, others } = await world.mailbox.listEntrypoints({ usual: entrypoint })
  // A card has one skill at least, and tasks are refused until there is an entrypoint.
  if (usual === null) throw new Refusal(503, 'this swarm has no entrypoint yet')
  return {
    name: world.swarm,
    description: description === '' ? `The agents of the swarm ${world.swarm}` : description,
    version: world.version,
    supportedInterfaces: [
      { url: `${baseOf(world, call)}${prefix}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
    securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
    securityRequirements: [{ schemes: { bearer: {} } }],
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain'],
    skills: [usual, ...shown(others)].map((agent) => skillOf(agent, keywords)),
  }
}

/** A message chooses a skill by `skillId` in its metadata. */
function skillOf(agent: Agent, keywords: readonly string[]): JsonObject {
  const roles = rolesOf(agent)
  const tags = [...new Set([...keywords, ...roles])]
  return {
    id: agent.address,
    name: agent.address,
    description: roles.length === 0 ? 'Takes tasks' : `Takes tasks as ${roles.join(', ')}`,
    tags: tags.length === 0 ? ['tasks'] : tags,
  }
}

/** The address that the caller came by. Behind a proxy the proxy says whether that was encrypted. */
function baseOf({ insecure, swarm }: World, { request }: Call): string {
  const forwarded = insecure && request.headers['x-forwarded-proto'] === 'https'
  const scheme = forwarded ? 'https' : request.protocol
  return `${scheme}://${request.headers.host ?? swarm}`
}
