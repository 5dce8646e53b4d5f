import { type BellWay, wayOf } from '../../domain/bell.ts'
import { type AgentSession, isConversation } from '../../domain/session.ts'
import type { Context } from '../context.ts'

/** Notes how a bell reaches a session of the caller's own, where that is not known yet. */
export async function noteWay(
  context: Context,
  {
    agent,
    session,
    known,
  }: { readonly agent: string; readonly session: string; readonly known: AgentSession | null },
): Promise<void> {
  const { actor, principal, store } = context
  if (principal !== null || actor.address !== agent || actor.kind !== 'agent') return
  const way = await ownWay(context, session)
  if (way !== (known?.way ?? null)) await store.sessions.reach(agent, session, way)
}

async function ownWay({ actor, bells, processes }: Context, session: string): Promise<BellWay | null> {
  if (!isConversation(session))
    return bells?.inbox?.session(actor.address) === session ? bells.inbox.way : null
  const harness = (await processes?.harnessName()) ?? null
  return wayOf({ id: session, harness, pane: actor.pane, inbox: null })
}
