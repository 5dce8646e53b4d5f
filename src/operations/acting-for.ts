import type { Agent } from '../domain/roster.ts'
import type { Context } from './operation.ts'

type Known = Map<string, { readonly agent: Agent; readonly context: Context }>

const known = new WeakMap<Context, Known>()
const mostKnown = 10_000

/**
 * The context of somebody on whose behalf a server acts: a client, or a sender in another swarm. The same agent gets
 * the same one, because the routes of its mail are remembered with it.
 */
export function contextFor(server: Context, agent: Agent): Context {
  let contexts = known.get(server)
  if (contexts === undefined || contexts.size > mostKnown) known.set(server, (contexts = new Map()))
  const last = contexts.get(agent.address)
  if (last !== undefined && last.agent.kind === agent.kind) return last.context
  const context: Context = {
    ...server,
    actor: agent,
    how: 'flag',
    principal: null,
    session: null,
    origin: null,
    command: 'serve',
  }
  contexts.set(agent.address, { agent, context })
  return context
}
