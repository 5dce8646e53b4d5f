import { MailError } from '../domain/errors.ts'
import type { Agent } from '../domain/roster.ts'
import { isLiving } from '../domain/roster.ts'
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
  const { reopen } = server
  const context = guarded({
    ...withoutOwn(server),
    ...(reopen !== undefined && { reopen: async () => again(await reopen(), agent) }),
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

/** What belongs to the person who runs the server is out of reach of those whom it acts for: keys, files, terminals, programs. */
function withoutOwn(server: Context): Context {
  const { keys: _, approvals: _a, files: _f, folders: _o, panes: _p, programs: _r, ...left } = server
  const { worktrees: _w, stores: _s, processes: _c, identity: _i, ...far } = left
  return far
}

/** The same actor in the store that took the place of this one. @throws MailError `not-allowed` nobody there is called so */
async function again(server: Context, { address }: Agent): Promise<Context> {
  const agent = await server.store.roster.find(address)
  if (agent !== null && isLiving(agent)) return contextFor(server, agent)
  throw new MailError('not-allowed', `${address} is no longer registered.`, '')
}
