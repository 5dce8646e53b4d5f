import type { Held, Hold, MailboxFilter } from '../../../store/mail-store.ts'
import { holdTime } from '../../domain/delivery.ts'
import { MailError } from '../../domain/errors.ts'
import { shortId } from '../../domain/id.ts'
import { type Context, doerOf } from '../context.ts'
import { opened } from '../sealing/opened.ts'

/** Mail that cannot be opened is passed over so often at most. */
export const mostLocked = 100

/**
 * Holds the most pressing unread mail that its reader can open. Sealed mail that it cannot open stays unread, to be offered
 * whole once the key is back: a line of `notes` says why for each.
 * @param passedOver gains each of them, with that line
 * @throws MailError `nothing` where all there is cannot be opened
 */
export async function holdOpenable(
  context: Context,
  filter: MailboxFilter,
  passedOver?: Map<number, string>,
): Promise<{ readonly held: Held | null; readonly notes: readonly string[] }> {
  const { deliveries } = context.store
  const { address } = context.actor
  const doer = doerOf(context)
  const locked: Hold[] = []
  const notes: string[] = []
  try {
    for (;;) {
      const now = context.now()
      const held = await deliveries.holdNext(doer, address, filter, now + holdTime, now)
      const why = held?.letter == null ? undefined : (await opened(context, held.letter)).message.locked
      const isEnd = held === null || locked.length >= mostLocked
      if (isEnd && notes.length > 0)
        throw new MailError('nothing', 'There is no unread mail that can be opened.', notes.join(' '))
      if (held === null || held.hold === null || why === undefined) return { held, notes }
      locked.push(held.hold)
      const note = stillUnread(held.hold.message, why)
      notes.push(note)
      passedOver?.set(held.hold.message, note)
    }
  } finally {
    // Held until now, so that the search went on to other mail.
    if (locked.length > 0) await deliveries.settle(doer, address, locked, { verb: 'tell' }, context.now())
  }
}

export function stillUnread(message: number, locked: string): string {
  return `${shortId(message)} is sealed and stays unread: ${locked}`
}

/** Those whose text was printed, and those that cannot be opened, of which only the header was. */
export function splitLocked(
  holds: readonly Hold[],
  locked: ReadonlySet<number>,
): { readonly whole: readonly Hold[]; readonly headers: readonly Hold[] } {
  return {
    whole: holds.filter(({ message }) => !locked.has(message)),
    headers: holds.filter(({ message }) => locked.has(message)),
  }
}
