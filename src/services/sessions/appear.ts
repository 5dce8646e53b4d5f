import { isConversation } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { hearOf } from './hear-of.ts'

/** The conversation in which an agent itself acts. Runners and tool clients speak for themselves. */
export function sessionFor({ actor, session }: Context, agent: string): string | null {
  return actor.address === agent && actor.kind !== 'user' && isConversation(session) ? session : null
}

/** An agent's session begins, or beats. The process around this command is its own only where the agent itself runs it. */
export async function appear(context: Context, agent: string, session: string | null): Promise<void> {
  if (session === null) return
  const isOwn = context.actor.address === agent || session === context.session
  const process = isOwn ? ((await context.processes?.harness()) ?? null) : null
  await hearOf(context, { agent, session, process })
}
