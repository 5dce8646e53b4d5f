import { pause } from '../../after.ts'
import { isBusy } from '../../domain/errors.ts'
import type { Context } from '../context.ts'
import { within } from '../within.ts'

type Rounds<V> = {
  readonly context: Context
  readonly concurrency: number
  /** End when there is nothing left. */
  readonly once: boolean
  readonly signal: AbortSignal
  /** The next piece of work; `null` if there is none now. `stop` ends the running work. */
  readonly take: (stop: AbortSignal) => Promise<(() => Promise<V>) | null>
}

/** Changes by time alone (a snooze ends, a hold or lease expires) ring no bell, so they are checked this often. */
const timely = 1000

/**
 * Works on `concurrency` pieces at a time, and yields each when it is done. Once the signal aborts, or the caller wants no
 * more, nothing new is begun and running work is stopped; this ends when all of it has.
 */
export async function* openRounds<V>({
  context,
  concurrency,
  once,
  signal,
  take,
}: Rounds<V>): AsyncGenerator<V> {
  const done: V[] = []
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const end = () => stop.abort()
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  const ended = new Promise<void>((resolve) =>
    stop.signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  let change: Promise<void> | null = null

  try {
    for (;;) {
      const idle = await fill()
      yield* done.splice(0)
      if (failures.length > 0) throw failures[0]
      if (running.size === 0 && (stop.signal.aborted || (once && idle))) return
      if (done.length === 0) await somethingHappens(idle)
    }
  } finally {
    end()
    signal.removeEventListener('abort', end)
    await Promise.all(running)
  }

  /** Begins as much as may be; whether there was less to do than that. */
  async function fill(): Promise<boolean> {
    while (running.size < concurrency && !stop.signal.aborted) {
      const work = await next()
      if (work === null) return true
      begin(work)
    }
    return false
  }

  async function next(): Promise<(() => Promise<V>) | null> {
    try {
      return await take(stop.signal)
    } catch (error) {
      outlive(error)
      return null
    }
  }

  /** A store that is busy, or that cannot be reached now, has nothing now: running work goes on, and more may come later. */
  function outlive(error: unknown): void {
    if (once || !isBusy(error)) throw error
  }

  function begin(work: () => Promise<V>): void {
    const attempt = work()
      .then((value) => void done.push(value))
      .catch((error: unknown) => {
        failures.push(error)
        end()
      })
      .finally(() => running.delete(attempt))
    running.add(attempt)
  }

  async function somethingHappens(idle: boolean): Promise<void> {
    if (!idle || stop.signal.aborted) return Promise.race(running)
    change ??= changed()
    await within(timely, Promise.race([change, ended, ...running]))
  }

  async function changed(): Promise<void> {
    try {
      await context.store.live.changed(stop.signal)
    } catch (error) {
      outlive(error)
      await pause(timely)
    } finally {
      change = null
    }
  }
}
