import type { Letter } from '../../domain/message.ts'
import type { Context } from '../operation.ts'

const open = ['unread', 'read', 'processing', 'failed'] as const
const pageSize = 200

/** The newest message of all: what comes later has a higher number. */
export async function newestOf({ store }: Context, owner: string): Promise<number> {
  return (await store.log.told(owner, '', [])).newest
}

/** Mail as it comes for one owner, in the order of its coming, from after a message on. */
export async function* newMail(
  context: Context,
  owner: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Letter> {
  const { deliveries, live } = context.store
  let change: Promise<void> | null = null
  for (let upto = after; !signal.aborted; ) {
    // Listening begins before the look: what comes in between is heard.
    change ??= live.mail(owner, signal).finally(() => {
      change = null
    })
    const letters: Letter[] = []
    for (let at: string | null = null; ; ) {
      const filter = { boxes: open, since: upto }
      const { rows, next } = await deliveries.page(owner, filter, context.now(), {
        limit: pageSize,
        after: at,
      })
      letters.push(...rows)
      if (next === null) break
      at = next
    }
    for (const letter of letters.sort((one, other) => one.message.id - other.message.id)) {
      if (signal.aborted) return
      yield letter
      upto = letter.message.id
    }
    if (letters.length === 0) await change
  }
}
