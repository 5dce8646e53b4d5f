import type { Agent } from '../domain/roster.ts'
import type { Context } from './context.ts'
import { guarded } from './gate/guarded-store.ts'

type Known = Map<string, { readonly agent: Agent; readonly context: Context }>

const known = new WeakMap<Context, Known>()
const mostKnown = 10_000

/**
 * The context of an actor that a server acts for: a client, or a sender in another swarm. The same agent gets the same
 * context, because it remembers the agent's routes.
 */
export function contextFor(server: Context, agent: Agent): Context {
  let contexts = known.get(server)
  if (contexts === undefined || contexts.size > mostKnown) known.set(server, (contexts = new Map()))
  const last = contexts.get(agent.address)
  if (last !== undefined && last.agent.kind === agent.kind) return last.context
  const context = guarded({
    ...server,
    actor: agent,
    how: 'flag',
    principal: null,
    session: null,
    origin: null,
    hops: 0,
    command: 'serve',
    vouched: 'token',
  })
  contexts.set(agent.address, { agent, context })
  return context
}
