import { ownSession } from '../domain/session.ts'
import type { Context } from '../services/context.ts'
import { endSession, hearOf } from '../services/sessions/hear-of.ts'

/** A client's session is noted so often, ms. */
const beatEvery = 30_000

/**
 * The sessions of one tool client: one for each agent that it acts as, and no other process has it. A client that is
 * killed leaves its work to the agent's other sessions.
 */
export function openClientSessions() {
  const heard = new Map<string, { readonly context: Context; readonly at: number }>()
  return {
    async within(context: Context): Promise<Context> {
      const { actor, processes, now } = context
      if (actor.kind === 'user' || processes === undefined) return context
      const process = await processes.own()
      const own = { ...context, session: ownSession('mcp', actor.address, process) }
      const last = heard.get(actor.address)
      const since = last?.context.store === context.store ? now() - last.at : Number.POSITIVE_INFINITY
      if (since >= 0 && since < beatEvery) return own
      heard.set(actor.address, { context: own, at: now() })
      await hearOf(own, { agent: actor.address, session: own.session, process })
      return own
    },
    /** The client's work in progress becomes available to others immediately. */
    async end(): Promise<void> {
      for (const [agent, { context }] of heard)
        if (context.session !== null) await endSession(context, agent, context.session).catch(() => undefined)
    },
  }
}
