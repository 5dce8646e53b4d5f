import type { Readable, Writable } from 'node:stream'
import { after } from '../../src/after.ts'
import { MailError } from '../../src/domain/errors.ts'
import type { MailStore } from '../mail-store.ts'
import { type FarClock, type HeardAndSaid, openFarClock } from '../shared/far-clock.ts'
import {
  type Answer,
  type Call,
  eachLine,
  errorOf,
  type Greeting,
  lineOf,
  parts,
  type Request,
} from './wire.ts'

/** A pair of streams to the far end of a door. */
export type Channel = {
  readonly input: Readable
  readonly output: Writable
  /** How the other program ended, and the last of its error output; empty if there is neither. */
  said(): string
  close(): void
}

/** Calls a method there. `chunk` takes the pieces of a file that come before the answer. */
export type CallOf = (
  part: string,
  method: string,
  args: readonly unknown[],
  chunk?: (data: Buffer) => void,
) => Promise<unknown>

type Calls = {
  /** The first line of the far end. Rejects with `busy` without one. */
  readonly greeted: Promise<Greeting>
  /** Rejects with `busy` once the connection is lost: the change has happened, or not. */
  readonly call: CallOf
  close(): void
}

type Unanswered = {
  /** When it was asked, by the clock's `elapsed`. */
  readonly asked: number
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
  readonly chunk: ((data: Buffer) => void) | undefined
}

/** How long the far end may take to open its store, ms. */
const usualPatience = 30_000
/** How long calls may still be answered after this end has closed, ms. */
const grace = 2_000
const ended = 'it ended'

/**
 * @param lost is called once, when a connection that was greeted is gone and this end did not close it
 * @param patience how long the greeting may take, ms
 * @param clock learns the far end's time by its lines
 */
export function openCalls(
  channel: Channel,
  location: string,
  lost: () => void,
  patience = usualPatience,
  clock: FarClock = openFarClock(),
): Calls {
  const { input, output } = channel
  const unanswered = new Map<number, Unanswered>()
  const greeting = openPromise<Greeting>()
  const opened = clock.elapsed()
  let isGreeted = false
  let last = 0
  let gone: Error | null = null
  let isClosed = false
  const next = (): number => {
    last += 1
    return last
  }
  const post = (request: Request): void => {
    if (gone === null && !isClosed) output.write(lineOf(request))
  }
  const numberOf = signalNumbers(next, post)

  const reason = (why: string): string => {
    const said = channel.said()
    if (said === '') return why
    return why === ended ? said : `${why}; ${said}`
  }
  const lose = (why: string): void => {
    if (gone !== null) return
    gone = isGreeted ? lostError(location, reason(why)) : unreachedError(location, reason(why))
    greeting.reject(gone)
    for (const { reject } of unanswered.values()) reject(gone)
    unanswered.clear()
    channel.close()
    input.destroy()
    // Whoever waits for the greeting learns of it by the rejection.
    if (isGreeted && !isClosed) lost()
  }
  const timer = after(patience, () => lose('it did not answer'))
  const take = (value: unknown): void => {
    if (isGreeted) {
      settle(unanswered, value as Answer, clock)
      return
    }
    isGreeted = true
    timer.stop()
    learnBy(value as Greeting, clock, opened)
    greeting.resolve(value as Greeting)
  }
  eachLine(input, take, ({ message }) => lose(`it sent ${message}`))
  // The program's error output and exit code may come just after its output has ended.
  for (const event of ['end', 'close', 'error'] as const) input.on(event, () => setTimeout(lose, 20, ended))
  output.on('error', () => setTimeout(lose, 20, ended))
  // A greeting that nobody waits for any more.
  greeting.promise.catch(() => timer.stop())

  return {
    greeted: greeting.promise,
    call(part, method, given, chunk) {
      if (gone !== null) return Promise.reject(gone)
      const id = next()
      const signal = given.at(-1)
      const isSignal = signal instanceof AbortSignal
      const args = isSignal ? given.slice(0, -1) : given
      const absent = args.flatMap((arg, at) => (arg === undefined ? [at] : []))
      const call: Call = { id, part, method, args, ...(absent.length > 0 && { absent }) }
      return new Promise((resolve, reject) => {
        const asked = clock.elapsed()
        post(isSignal ? { ...call, signal: numberOf(signal) } : call)
        unanswered.set(id, { asked, resolve, reject, chunk })
      })
    },
    close() {
      isClosed = true
      timer.stop()
      output.end()
      channel.close()
      setTimeout(lose, grace, 'this end closed it').unref()
    },
  }
}

/** A store whose every method is a call, whatever its name; it has nothing to close. */
export function storeOf(location: string, call: CallOf, clock: Pick<MailStore, 'now' | 'ahead'>): MailStore {
  const served = Object.fromEntries(Object.keys(parts).map((part) => [part, partOf(part, call)]))
  return Object.assign(served as unknown as MailStore, {
    location,
    now: () => clock.now(),
    ahead: () => clock.ahead(),
    isCurrent: () => true,
    // Each change is stored as it comes: other near ends may share the far one's connection.
    gather() {},
    async commit() {},
    async close() {},
  })
}

function partOf(part: string, call: CallOf): object {
  return new Proxy(
    {},
    {
      get: (_, method) =>
        // Nothing here is a promise, though it may be awaited.
        typeof method === 'string' && method !== 'then'
          ? (...args: readonly unknown[]) => call(part, method, args)
          : undefined,
    },
  )
}

function settle(unanswered: Map<number, Unanswered>, answer: Answer, clock: FarClock): void {
  const known = unanswered.get(answer.id)
  if (known === undefined) return
  if ('chunk' in answer) {
    try {
      known.chunk?.(Buffer.from(answer.chunk, 'base64'))
    } catch (error) {
      // A full disk here ends this call alone; its other pieces are dropped.
      unanswered.delete(answer.id)
      known.reject(error instanceof Error ? error : new Error(String(error)))
    }
    return
  }
  const error = 'error' in answer ? errorOf(answer.error) : null
  if (isTold(answer.time)) clock.learn(answer.time, known.asked, clock.elapsed())
  unanswered.delete(answer.id)
  if (error !== null) known.reject(error)
  else known.resolve('value' in answer ? answer.value : undefined)
}

function learnBy(greeting: Greeting, clock: FarClock, opened: number): void {
  if ('now' in greeting) clock.learn({ heard: greeting.now, said: greeting.now }, opened, clock.elapsed())
}

/** What the far end sends may be anything. */
function isTold(time: unknown): time is HeardAndSaid {
  return typeof time === 'object' && time !== null
}

/** Signals by numbers: the far end has one of its own for each, which is aborted with it. */
function signalNumbers(next: () => number, post: (request: Request) => void) {
  const numbers = new WeakMap<AbortSignal, number>()
  return (signal: AbortSignal): number => {
    const known = numbers.get(signal)
    if (known !== undefined) return known
    const number = next()
    numbers.set(signal, number)
    const abort = (): void => {
      post({ abort: number })
      post({ forget: number })
    }
    if (signal.aborted) queueMicrotask(abort)
    else signal.addEventListener('abort', abort, { once: true })
    return number
  }
}

/** Nothing was asked yet, so nothing was changed. */
function unreachedError(location: string, why: string): MailError {
  return new MailError(
    'busy',
    `The store ${location} could not be reached: ${why}`,
    reachHints.find(({ scheme }) => location.startsWith(scheme))?.hint ?? 'Nothing was changed. Try again.',
  )
}

const reachHints = [
  {
    scheme: 'ssh:',
    hint: 'Nothing was changed. Check that `ssh HOST watchpost --version` asks nothing and prints a version: your key, the host key, and the PATH of programs there.',
  },
  {
    scheme: 'exec:',
    hint: 'Nothing was changed. Run the command in a shell: it must start `watchpost door`, with `watchpost` on the PATH there.',
  },
  {
    scheme: 'unix:',
    hint: 'Nothing was changed. Check that `watchpost door --listen` still runs, then try again.',
  },
] as const

function lostError(location: string, why: string): MailError {
  return new MailError(
    'busy',
    `The connection to the store ${location} was lost: ${why}`,
    'Try again. A send that is repeated with the same --key is stored once.',
  )
}

/** Node 20 has no `Promise.withResolvers` yet. */
function openPromise<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((settle, fail) => {
    resolve = settle
    reject = fail
  })
  return { promise, resolve, reject }
}
