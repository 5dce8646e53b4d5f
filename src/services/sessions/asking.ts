import type { Asking } from '../../../store/mail-store.ts'
import type { AskKind, PersonAsked } from '../../domain/asking.ts'
import type { Context } from '../context.ts'
import { livesOf } from './lives.ts'

export type Asked = {
  readonly kind: AskKind
  readonly reason: string
  readonly isNotice: boolean
  readonly helper: string | null
}

/** The session waits for a person since then. `false` if that was known. */
export async function noteAsked(
  { store, actor, session }: Context,
  { kind, reason, isNotice, helper }: Asked,
  at: number,
): Promise<boolean> {
  return store.asks.note({ kind, reason, isNotice, helper, agent: actor.address, session, at })
}

/**
 * The session goes on: the whole of it, or one helper. When it starts, what the agent's sessions that are not known to be
 * alive waited for is over too.
 */
export async function wentOn(
  context: Context,
  { helper, isStart = false }: { readonly helper?: string | null; readonly isStart?: boolean },
): Promise<void> {
  const { store, actor, session } = context
  await store.asks.clear(actor.address, { session, ...(helper !== undefined && { helper }) })
  if (!isStart) return
  const lives = livesOf(context)
  for (const one of await store.asks.list(actor.address))
    if ((await lives(one.session)) !== 'alive')
      await store.asks.clear(actor.address, { session: one.sessionId })
}

/** Sessions that wait for a person, most pressing first, without those whose process is gone, or whose hook was killed as it waited. */
export async function askingSessions(context: Context): Promise<readonly Asking[]> {
  const all = await context.store.asks.list()
  if (all.length === 0) return all
  const { wasAnswered } = await import('../approvals/was-answered.ts')
  const lives = livesOf(context)
  const found: Asking[] = []
  for (const one of all)
    if ((await lives(one.session)) !== 'ended' && !(await wasAnswered(context, one))) found.push(one)
  return found
}

/** The wait of each agent; the most urgent one of several. */
export async function askingAgents(context: Context): Promise<ReadonlyMap<string, PersonAsked>> {
  const found = new Map<string, PersonAsked>()
  for (const { agent, kind, since, reason } of await askingSessions(context))
    if (!found.has(agent)) found.set(agent, { kind, since, reason })
  return found
}
