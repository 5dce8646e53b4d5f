import { type Agent, isPerson, rolesOf } from '../roster.ts'

/** Whether an agent is the holder of a part in CCCC: by its address or by its role. */
export function plays(agent: Pick<Agent, 'address' | 'role' | 'tags'>, part: string): boolean {
  return agent.address === part || agent.address.endsWith(`/${part}`) || rolesOf(agent).includes(part)
}

/** Only the foreman and people give directives and force a consensus. */
export function mayDirect(agent: Pick<Agent, 'address' | 'kind' | 'role' | 'tags'>): boolean {
  return isPerson(agent) || plays(agent, 'foreman')
}
