import { dayBegin } from '../../domain/fleet.ts'
import { type Agent, noUnread } from '../../domain/roster.ts'
import type { AgentValue } from '../../values/roster-schema.ts'
import type { Context } from '../context.ts'
import { askingAgents } from '../sessions/asking.ts'
import { activityOf, agentValue } from './agent-value.ts'

/** An agent as every face shows it, with its unread mail. */
export async function agentNow(context: Context, agent: Agent): Promise<AgentValue> {
  const [value] = await agentValues(context, [agent])
  if (value === undefined) throw new Error(`No value for ${agent.address}`)
  return value
}

/** The same for many, with few questions. */
export async function agentValues(
  context: Context,
  agents: readonly Agent[],
): Promise<readonly AgentValue[]> {
  const { roster, fleet, bells } = context.store
  const addresses = agents.map(({ address }) => address)
  const now = context.now()
  const [asking, unread, duties, ways] = await Promise.all([
    askingAgents(context),
    roster.unread(addresses, now),
    fleet.duties(addresses, dayBegin(now)),
    bells.ways(addresses),
  ])
  return agents.map((agent, at) => {
    const waiting = unread[at] ?? noUnread
    const asks = asking.get(agent.address) ?? null
    const { works, owed, failed } = duties[at] ?? noDuties
    const activity = activityOf(agent, { works, owed, asks }, context)
    return agentValue(agent, waiting, { activity, failedToday: failed, asks, bell: ways[at] ?? null })
  })
}

const noDuties = { works: 0, owed: 0, failed: 0 }
