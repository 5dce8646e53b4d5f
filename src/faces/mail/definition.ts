import { requireAgentName } from '../../domain/addressing/address.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Agent } from '../../domain/roster.ts'
import type { Member } from '../../operations/swarms/load-definition.ts'
import type { Definition } from '../../services/swarms/definition.ts'
import { badRequest } from '../http/refusal.ts'
import type { World } from '../http/world.ts'

/**
 * Changes the definition: an object, or a list of one, with `entrypoint` and `agents` of `{name, comm_targets,
 * can_complete_tasks}`. Fields that it leaves out stay as they are. Agents become known; none is taken off the roster.
 */
export async function loadDefinition(world: World, by: Agent, text: string): Promise<void> {
  await world.mailbox.loadDefinition({ ...readDefinition(text, world.swarm), by, usual: world.entrypoint })
  world.entrypoint = null
}

type Read = { readonly definition: Partial<Definition>; readonly members: readonly Member[] }

function readDefinition(text: string, swarm: string): Read {
  const value = parse(text)
  const found = Array.isArray(value) && value.length === 1 ? (value as readonly Json[])[0] : value
  if (!isJsonObject(found)) throw badRequest('json must be the definition of one swarm: an object')
  const given = textIn(found, 'name')
  if (given !== null && given !== swarm) throw badRequest(`json defines ${given}; this swarm is ${swarm}`)
  const agents = listIn(found, 'agents')
  const members = agents.map(memberOf)
  const entrypoint = textIn(found, 'entrypoint')
  const description = textIn(found, 'description')
  const steps = found['max_steps'] ?? null
  if (steps !== null && (typeof steps !== 'number' || !Number.isSafeInteger(steps) || steps < 1))
    throw badRequest('max_steps must be a whole number above 0')
  const names = (key: string) => textsIn(found, key).map((name) => requireAgentName(name).name)
  return {
    members,
    definition: {
      ...(entrypoint !== null && { entrypoint: requireAgentName(entrypoint).name }),
      ...(description !== null && { description }),
      ...('keywords' in found && { keywords: textsIn(found, 'keywords') }),
      ...('public' in found && { public: found['public'] === true }),
      ...('max_steps' in found && { maxSteps: steps }),
      ...('breakpoint_tools' in found && { breakpointTools: textsIn(found, 'breakpoint_tools') }),
      ...('supervisors' in found && { supervisors: names('supervisors') }),
    },
  }
}

function memberOf(value: Json): Member {
  if (!isJsonObject(value)) throw badRequest('agents must be objects')
  const written = textIn(value, 'name')
  if (written === null) throw badRequest('an agent has no name')
  const { name, longForm } = requireAgentName(written)
  const can = value['can_complete_tasks']
  return {
    name,
    longForm,
    talksTo: value['comm_targets'] === undefined ? undefined : textsIn(value, 'comm_targets'),
    canComplete: typeof can === 'boolean' ? can : undefined,
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    throw badRequest('json is not JSON')
  }
}

function textIn(from: JsonObject, key: string): string | null {
  const value = from[key] ?? null
  if (value === null || typeof value === 'string') return value
  throw badRequest(`${key} must be a string`)
}

function listIn(from: JsonObject, key: string): readonly Json[] {
  const value = from[key] ?? []
  if (Array.isArray(value)) return value as readonly Json[]
  throw badRequest(`${key} must be a list`)
}

function textsIn(from: JsonObject, key: string): readonly string[] {
  return listIn(from, key).map((one) => {
    if (typeof one === 'string') return one
    throw badRequest(`${key} must be a list of strings`)
  })
}
