import type { Connection } from './connection.ts'

/**
 * Work on a store, written once for both engines: `yield*` is its `await`. On SQLite it never yields, so all of it happens
 * within one call. On PostgreSQL it yields each answer that it waits for.
 */
export type Work<T> = Generator<PromiseLike<unknown>, T, unknown>

/** A part of the port, whose methods are work. */
export type Working<Part> = {
  readonly [Method in keyof Part]: Part[Method] extends (...args: infer Args) => Promise<infer T>
    ? (...args: Args) => Work<T>
    : never
}

/** Does work that waits for nothing: SQLite's. */
export function atOnce<T>(work: Work<T>): T {
  const step = work.next()
  if (step.done !== true) throw new Error('This work waits for something.')
  return step.value
}

/** Does work step by step: PostgreSQL's. What a step waits for in vain is thrown where it waits. */
export async function inTurn<T>(work: Work<T>): Promise<T> {
  return goneOn(work, work.next())
}

async function goneOn<T>(work: Work<T>, from: IteratorResult<PromiseLike<unknown>, T>): Promise<T> {
  let step = from
  while (step.done !== true)
    try {
      const answer = await step.value
      step = work.next(answer)
    } catch (error) {
      step = work.throw(error)
    }
  return step.value
}

/** One step of work: its answer is there at once, or it is waited for. Nothing happens before the work comes to it. */
export function* step<T>(ask: () => T | PromiseLike<T>): Work<T> {
  const answer = ask()
  return (isPromise(answer) ? yield answer : answer) as T
}

function isPromise(answer: unknown): answer is PromiseLike<unknown> {
  return typeof answer === 'object' && answer !== null && 'then' in answer
}

/** A part of the port of which each method does its work in one way. */
export function ported<Part extends object>(
  part: Working<Part>,
  doing: <T>(work: Work<T>) => T | PromiseLike<T>,
): Part {
  const methods = Object.entries(
    part as Readonly<Record<string, (...args: readonly unknown[]) => Work<unknown>>>,
  )
  return Object.fromEntries(
    methods.map(([name, method]) => [name, async (...args: readonly unknown[]) => doing(method(...args))]),
  ) as Part
}

// One after the other: what belongs to a transaction shares its connection.

export function* mapped<T, R>(all: readonly T[], make: (one: T, at: number) => Work<R>): Work<R[]> {
  const made: R[] = []
  for (const [at, one] of all.entries()) made.push(yield* make(one, at))
  return made
}

/**
 * Looks at one moment of which none needs what another one finds: PostgreSQL is asked for all at once, on one connection. Within a
 * change one follows the other.
 */
export function* sideBySide<T, R>(
  connection: Pick<Connection, 'read'>,
  all: readonly T[],
  look: (at: Connection, one: T) => Work<R>,
): Work<R[]> {
  return yield* connection.read(function* (at) {
    if (at.isWriting) return yield* mapped(all, (one) => look(at, one))
    const works = all.map((one) => look(at, one))
    const found: R[] = []
    const awaited: Promise<unknown>[] = []
    try {
      for (const [place, work] of works.entries()) {
        const first = begun(work)
        if (!isPromise(first)) found[place] = first.value
        else awaited.push(first.then((value) => (found[place] = value)))
      }
    } catch (error) {
      awaited.push(Promise.reject(error))
    }
    if (awaited.length > 0) yield allEnded(awaited)
    return found
  })
}

/** What work that waits for nothing gives, as SQLite's; or the promise of it. */
function begun<T>(work: Work<T>): { readonly value: T } | Promise<T> {
  const first = work.next()
  return first.done === true ? first : goneOn(work, first)
}

/** Whatever fails, nothing asks the connection any more. @throws what failed first */
async function allEnded(all: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(all)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

export function* flatMapped<T, R>(
  all: readonly T[],
  make: (one: T, at: number) => Work<readonly R[]>,
): Work<R[]> {
  return (yield* mapped(all, make)).flat()
}

export function* filtered<T>(all: readonly T[], isWanted: (one: T, at: number) => Work<boolean>): Work<T[]> {
  const wanted = yield* mapped(all, isWanted)
  return all.filter((_, at) => wanted[at])
}
