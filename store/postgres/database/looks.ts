import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import { isLostServer } from './errors.ts'
import { abandon, type Lending } from './lending.ts'

/** A statement of a look. */
export type Query = (question: QueryConfig) => Promise<QueryResult>
type Look<T> = (query: Query) => Promise<T>

export type Looks = {
  /** Statements of a look see one moment. It begins with the first of them, on one way, and not at all where it asks nothing. */
  look<T>(look: Look<T>): Promise<T>
  /** One statement that only reads. */
  ask(question: QueryConfig): Promise<QueryResult>
  /** Looks that are asked for from now on see all that is stored by now. */
  renew(): void
}

export const beginRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** More looks than one screen asks for at once. More callers than that share the connections of the pool. */
const mostTogether = 32

/**
 * Looks that are asked for in one turn of the event loop see one moment, by one connection: nothing is sent before the turn ends,
 * so each of them sees what was stored when it was asked for. Where one command alone is carried out, what it asks while its looks
 * go on belongs to their moment, too, until something is known to have changed: it needs one connection.
 * @param isAlone one command alone is carried out
 */
export function openLooks(lending: Lending, isAlone = false): Looks {
  let next: Moment | null = null

  function momentNow(): Moment {
    if (isAlone ? next?.isOver === false : next !== null && next.size < mostTogether) return next as Moment
    const moment = openMoment(lending, isAlone)
    next = moment
    setImmediate(() => {
      if (next === moment && !isAlone) next = null
      moment.begin()
    })
    return moment
  }

  async function alone<T>(look: Look<T>): Promise<T> {
    const moment = openMoment(lending, false)
    setImmediate(moment.begin)
    return moment.add(look, false)
  }

  async function added<T>(look: Look<T>, isOne: boolean): Promise<T> {
    const moment = momentNow()
    try {
      return await moment.add(look, isOne)
    } catch (error) {
      // The server answers nothing more in a moment in which a statement of another look failed. A look has stored nothing.
      if (moment.size === 1 || !moment.hasFailed || isLostServer(error)) throw error
      return alone(look)
    }
  }

  return {
    look: (look) => added(look, false),
    ask: (question) => added((query) => query(question), true),
    renew() {
      next = null
    },
  }
}

type Moment = {
  /** How many looks see it. */
  readonly size: number
  readonly hasFailed: boolean
  /** Whether all its looks have ended. */
  readonly isOver: boolean
  /** @param isOne it asks one statement */
  add<T>(look: Look<T>, isOne: boolean): Promise<T>
  begin(): void
}

/** Statements that are sent together are answered together: so what looks ask next goes on one way, too. */
type Way = { left: number; readonly ended: Promise<void>; readonly end: () => void }

/** @param isShared more looks may come while the first go on */
function openMoment({ borrow, giveBack }: Lending, isShared: boolean): Moment {
  const turn = settled()
  let client: Promise<PoolClient> | null = null
  let begun: Promise<unknown> | null = null
  let way: Way | null = null
  let [size, left] = [0, 0]
  let isTransaction = isShared
  let failure: { readonly error: unknown } | null = null

  /** A single statement is a moment of its own. */
  async function open(): Promise<PoolClient> {
    client ??= borrow()
    const opened = await client
    await turn.ended
    if (begun === null) {
      begun = isTransaction ? opened.query(beginRead) : Promise.resolve()
      begun.catch(() => undefined)
    }
    return opened
  }

  async function query(question: QueryConfig): Promise<QueryResult> {
    const opened = await open()
    const answer = opened.query(question)
    // Where the look could not begin, that is why this failed.
    answer.catch(() => undefined)
    const mine = (way ??= { left: 0, ...settled() })
    mine.left += 1
    try {
      await begun
      return await answer
    } finally {
      mine.left -= 1
      if (mine.left === 0) {
        way = null
        mine.end()
      }
      await mine.ended
    }
  }

  async function asked(question: QueryConfig): Promise<QueryResult> {
    try {
      return await query(question)
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }

  async function end(): Promise<void> {
    const opened = await client?.catch(() => null)
    if (opened == null) return
    if (failure !== null) await abandon(opened, failure.error)
    else giveBack(opened, isTransaction && begun !== null ? opened.query('COMMIT') : Promise.resolve())
  }

  return {
    get size() {
      return size
    },
    get hasFailed() {
      return failure !== null
    },
    get isOver() {
      return failure !== null || (size > 0 && left === 0)
    },
    begin: turn.end,
    async add(look, isOne) {
      isTransaction ||= size > 0 || !isOne
      size += 1
      left += 1
      try {
        return await look(asked)
      } finally {
        left -= 1
        // An answer is there before the end of its moment is.
        if (left === 0) await end()
      }
    },
  }
}

function settled(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = (): void => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end: () => end() }
}
