import { pause } from '../../src/after.ts'
import { changeKinds } from '../../src/domain/change-kind.ts'
import { isBusy, isMailError, MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import { type FarClock, openFarClock } from '../shared/far-clock.ts'
import { type CallOf, storeOf } from './calls.ts'
import { noteElsewhere } from './elsewhere.ts'

/** Opens a connection; `lost` is called once when it is gone. All of them have one clock. */
type Connect = (lost: () => void, clock: FarClock) => Promise<MailStore>
type Method = (...args: readonly unknown[]) => Promise<unknown>

/** Between two looks whether the store can be reached again while somebody waits for changes, ms. */
const betweenTries = 1_000
/** After a failed try to reach the store nobody tries for some time, ms. It doubles with each that fails. */
const shortestRest = 100
const longestRest = 30_000

/**
 * A store whose connection is made again after it was lost, for programs that run for hours. The calls that were under way
 * end as `busy`; the next one connects. A caller that waits for a change keeps waiting, and is notified once the store is back.
 * @throws MailError as `connect` does the first time
 */
export async function openLastingStore(connect: Connect): Promise<MailStore> {
  let current: Promise<MailStore> | null = null
  let isReached = false
  let newest: MailStore | null = null
  const failures = openFailures()
  const clock = openFarClock()
  const store = (): Promise<MailStore> => {
    const forget = (): void => {
      // A connection that was given up must not take away the one after it.
      if (current === opening) current = null
    }
    const reached = connect(forget, clock)
    const opening = isReached ? reached.catch(asAway) : reached
    opening.then(
      (opened) => {
        newest = opened
        failures.forget()
      },
      (error: unknown) => {
        failures.note(error)
        forget()
      },
    )
    return opening
  }
  const reach = (): Promise<MailStore> => {
    const recent = failures.recent()
    if (recent !== null) return Promise.reject(recent.error)
    current ??= store()
    return current
  }
  const first = await reach()
  isReached = true
  const call = async (part: string, method: string, args: readonly unknown[]): Promise<unknown> => {
    const methods = (await reach())[part as keyof MailStore] as unknown as Readonly<Record<string, Method>>
    return methods[method]?.(...args)
  }
  const wait = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    const signal = args.at(-1)
    try {
      return await call('live', method, args)
    } catch (error) {
      if (!(signal instanceof AbortSignal) || !isBusy(error)) throw error
      await reachAgain(reach, signal)
      // What came meanwhile is not known.
      return changeKinds
    }
  }
  const answer: CallOf = (part, method, args) =>
    part === 'live' ? wait(method, args) : call(part, method, args)
  const noted = noteElsewhere(answer)
  const own = { now: () => (newest ?? first).now(), ahead: () => (newest ?? first).ahead() }
  return Object.assign(storeOf(first.location, noted.call, own), {
    isCurrent: noted.isCurrent,
    async close() {
      await (await current)?.close()
    },
  })
}

/** A store that was there before is not gone where its socket is, only away until somebody serves it again. */
function asAway(error: unknown): never {
  if (!isMailError(error) || error.code !== 'not-found') throw error
  throw new MailError('busy', error.message, error.hint)
}

/** The failed tries in a row. While the rest after the last one lasts, its error answers all who ask. */
function openFailures() {
  let [rest, until] = [0, 0]
  let last: unknown
  return {
    note(error: unknown): void {
      rest = Math.min(Math.max(shortestRest, rest * 2), longestRest)
      until = performance.now() + rest
      last = error
    },
    forget(): void {
      ;[rest, until] = [0, 0]
    },
    recent: (): { readonly error: unknown } | null => (performance.now() < until ? { error: last } : null),
  }
}

async function reachAgain(reach: () => Promise<MailStore>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await reach()
      return
    } catch (error) {
      if (!isBusy(error)) throw error
    }
    await pause(betweenTries, { signal })
  }
}
