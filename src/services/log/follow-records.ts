import type { MailStore, RecordCursor, Recorded, StoreRecord } from '../../../store/mail-store.ts'
import { pause } from '../../after.ts'
import { isBusy, MailError } from '../../domain/errors.ts'
import { openStoreBell } from '../mail/mail-bell.ts'
import { within } from '../within.ts'

const pageSize = 500
/** Until the next look where the store could not be asked, ms. */
const breath = 1_000
/** Some records ring nobody, as mail that is being handed over: they are read with the next that does, or by then, ms. */
const calm = 5_000

/** All that a store records, each once and in its order, from a cursor on (`null`: from the first). No more than a page is kept. */
export async function* followRecords(
  { live, log }: Pick<MailStore, 'live' | 'log'>,
  from: RecordCursor | null,
  signal: AbortSignal,
): AsyncGenerator<StoreRecord> {
  const bell = openStoreBell(live, signal)
  for (let after = from; !signal.aborted; ) {
    // Listening begins before the look: what comes in between is heard.
    const change = bell.rung()
    const looked = await look(log, after)
    if (looked === null) {
      await pause(breath, { signal })
      continue
    }
    for (const row of looked.rows) {
      if (signal.aborted) return
      yield row
    }
    after = looked.next
    if (looked.more) continue
    await within(calm, change)
  }
}

/** `null` where the store is busy, which must not end a program that follows it for months. */
async function look(log: MailStore['log'], after: RecordCursor | null): Promise<Recorded | null> {
  try {
    return await log.recorded(after, pageSize)
  } catch (error) {
    if (isBusy(error)) return null
    throw error
  }
}

/** A store was restored or replaced: nobody knows what a reader of the one before has of it. */
export function otherStore(): MailError {
  return new MailError(
    'conflict',
    'The store was replaced while it was followed.',
    'Start again with --since, and compare with what you have.',
  )
}
