import { type Agent, noUnread } from '../../domain/roster.ts'
import type { Context } from '../operation.ts'
import { type AgentValue, agentValue } from '../values.ts'

/** An agent as every face shows it, with its unread mail. */
export async function agentNow(context: Context, agent: Agent): Promise<AgentValue> {
  const [unread] = await context.store.roster.unread([agent.address], context.now())
  return agentValue(agent, unread ?? noUnread)
}
