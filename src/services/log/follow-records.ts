import type { MailStore, RecordCursor, Recorded, StoreRecord } from '../../../store/mail-store.ts'
import { after, pause } from '../../after.ts'
import { isBusy, MailError } from '../../domain/errors.ts'
import { openStoreBell } from '../mail/mail-bell.ts'

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
  let change = openChange(bell.rung())
  for (let place = from; !signal.aborted; ) {
    // Listening begins before the look: what comes in between is heard.
    if (change.hasCome()) change = openChange(bell.rung())
    const looked = await look(log, place)
    if (looked === null) {
      await pause(breath, { signal })
      continue
    }
    for (const row of looked.rows) {
      if (signal.aborted) return
      yield row
    }
    place = looked.next
    if (looked.more) continue
    await change.within(calm)
  }
}

/** One wait for the bell, however often it is looked at: what is hung on a promise stays until it settles. */
function openChange(rung: Promise<unknown>) {
  let hasCome = false
  let failure: { readonly error: unknown } | null = null
  let wake = (): void => undefined
  const come = (): void => {
    hasCome = true
    wake()
  }
  rung.then(come, (error: unknown) => {
    failure = { error }
    come()
  })
  return {
    hasCome: () => hasCome,
    /** @throws what keeps the store from being asked */
    async within(milliseconds: number): Promise<void> {
      if (!hasCome)
        await new Promise<void>((resolve) => {
          const timer = after(milliseconds, resolve)
          wake = () => {
            timer.stop()
            resolve()
          }
        })
      wake = () => undefined
      if (failure !== null) throw (failure as { readonly error: unknown }).error
    },
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
