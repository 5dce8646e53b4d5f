import type { Post } from '../../../store/mail-store.ts'
import { isStance, type Kind } from '../../domain/kind.ts'
import { type Answered, hopsAfter } from '../../domain/loops.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

/**
 * How far a message is from the last word of a person, and how much its sender may write before it is held back: an agent, whoever
 * acts for it, and not a person or a supervisor. Debates have limits of their own.
 */
export async function paceOf(
  context: Context,
  { answered = null, kind }: { readonly answered?: Answered | null; readonly kind?: Kind | undefined },
): Promise<Pick<Post, 'hops' | 'caps'>> {
  const { actor, settings } = context
  if (isPerson(actor) || actor.canComplete) return {}
  const { sent } = settings.loops
  const exchanged = kind !== undefined && isStance(kind) ? null : settings.loops.exchanged
  if (exchanged === null && sent === null) return {}
  const hops = Math.max(await hopsOf(context, answered), context.hops ?? 0)
  return { ...(hops > 0 && { hops }), caps: { exchanged, sent } }
}

/** How many answers come one after another with the answer to a message. What a person let go on begins a new chain. */
export async function hopsOf({ store, settings, now }: Context, answered: Answered | null): Promise<number> {
  const hops = hopsAfter(answered, now())
  const { exchanged } = settings.loops
  if (answered === null || exchanged === null || hops <= exchanged) return hops
  return (await store.loops.wasLetGo(answered.id)) ? 1 : hops
}
