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

/** @param from the step that the work has come to */
export async function goneOn<T>(work: Work<T>, from: IteratorResult<PromiseLike<unknown>, T>): Promise<T> {
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

export function isPromise(answer: unknown): answer is PromiseLike<unknown> {
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
