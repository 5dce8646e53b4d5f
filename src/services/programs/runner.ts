import { ownSession } from '../../domain/session.ts'
import type { Context } from '../context.ts'
import { guarded } from '../gate/guarded-store.ts'

/** The context in which an agent's mail is given to programs: in a session of this process alone. */
export async function asRunner(context: Context, actor: Context['actor']): Promise<Context> {
  const principal = context.actor.address === actor.address ? context.principal : context.actor
  const process = (await context.processes?.own()) ?? String(context.origin?.process ?? 0)
  return guarded({ ...context, actor, principal, session: ownSession('run', actor.address, process) })
}
