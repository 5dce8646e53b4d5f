import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import type { Context } from '../context.ts'

/** A coding agent's own session, in which hooks hand over mail, and that of its tool client. `null`: any. */
function sessionsOf({ session, origin }: Context): readonly string[] | null {
  const known = [session, origin?.session ?? null].filter((one) => one !== null)
  return known.length === 0 ? null : known
}

/**
 * The task that the agent works on, where it names none: the open one among those whose mail it was handed in this
 * session, else the last one of them. `null` where it was handed none.
 * @throws MailError `ambiguous` several of them are open
 */
export async function taskAtHand(
  context: Context,
): Promise<{ readonly id: string; readonly isOpen: boolean } | null> {
  const { store, actor } = context
  const tasks = await store.log.tasksHanded(actor.address, sessionsOf(context))
  const open = tasks.filter(({ status }) => status === 'running').map(({ id }) => id)
  if (open.length > 1)
    throw new MailError(
      'ambiguous',
      `You were given several tasks that are still open: ${open.join(', ')}.`,
      'Name the one that you mean with --task ID.',
    )
  const [only] = open
  if (only !== undefined) return { id: only, isOpen: true }
  const [last] = tasks
  return last === undefined ? null : { id: last.id, isOpen: false }
}

/** Broadcasts before these were acknowledged, or are forgotten. */
const mostBroadcasts = 500

/** The broadcast that was handed over last, in this session or else in an earlier one, and not acknowledged since. */
export async function broadcastAtHand(context: Context): Promise<string | null> {
  const { store, actor } = context
  const sessions = sessionsOf(context)
  for (const some of sessions === null ? [null] : [sessions, null])
    for (const id of await store.log.messagesHanded(actor.address, some, 'broadcast', mostBroadcasts)) {
      const copy = await store.deliveries.find(actor.address, id)
      if (copy !== null && copy.acknowledgedAt === null) return shortId(id)
    }
  return null
}
