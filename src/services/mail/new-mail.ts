import type { MessageCursor } from '../../../store/mail-store.ts'
import { pause } from '../../after.ts'
import { isMailError } from '../../domain/errors.ts'
import type { Letter } from '../../domain/message.ts'
import type { Context } from '../context.ts'

const open = ['unread', 'read', 'processing', 'failed'] as const
const pageSize = 200
/** Until the next look where the store could not be asked: it is locked, or its line was cut, ms. */
const breath = 1_000

/** The cursor after all messages that there are. */
export async function newestOf({ store }: Context): Promise<MessageCursor> {
  return (await store.messages.newest()).cursor
}

/** Mail as it comes for one owner, in the order of its coming, from a cursor on. */
export async function* newMail(
  context: Context,
  owner: string,
  after: MessageCursor,
  signal: AbortSignal,
): AsyncGenerator<Letter> {
  const { live } = context.store
  let change: Promise<void> | null = null
  let failed = false
  for (let since = after; !signal.aborted; ) {
    // Listening begins before the look: what comes in between is heard.
    change ??= live.mail(owner, signal).finally(() => {
      change = null
    })
    const looked = await look(context, owner, since, failed)
    failed = looked === null
    if (looked === null) {
      await Promise.race([change, pause(breath)])
      continue
    }
    const { letters, until } = looked
    for (const letter of letters.sort((one, other) => one.message.id - other.message.id)) {
      if (signal.aborted) return
      yield letter
    }
    since = until
    if (letters.length === 0) await change
  }
}

type Looked = { readonly letters: Letter[]; readonly until: MessageCursor }

/**
 * The new mail; `null` if the store was busy, which must not end a program that listens for days. A lost door may be
 * unreachable for a moment.
 */
async function look(
  context: Context,
  owner: string,
  since: MessageCursor,
  isLost: boolean,
): Promise<Looked | null> {
  const letters: Letter[] = []
  try {
    // Mail that arrives during this check is left to the next one.
    const until = await newestOf(context)
    for (let after: string | null = null; ; ) {
      const filter = { boxes: open, since, until }
      const page = { limit: pageSize, after }
      const { rows, next } = await context.store.deliveries.page(owner, filter, context.now(), page)
      letters.push(...rows)
      if (next === null) return { letters, until }
      after = next
    }
  } catch (error) {
    if (isMailError(error) && (error.code === 'busy' || (isLost && error.code === 'not-found'))) return null
    throw error
  }
}
