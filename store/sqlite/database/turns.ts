import { dirname } from 'node:path'
import { type ConnectionOptions, openDatabase } from './connection.ts'
import type { Database } from './driver.ts'
import { isBusy, locked } from './errors.ts'

/** Whether nobody writes just now. */
export function isFree(database: Database): boolean {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** As long as a write waits by itself, ms. */
const patience = 30_000
const pause = 10

export type Turns = {
  /**
   * Waits until nobody else writes, one after the other, and never holds up the thread: a write that waited for the
   * lock itself would keep every look behind it waiting.
   * @throws MailError `busy`
   */
  mine(): Promise<void>
  close(): void
}

/** The turns of one thread's writes, seen through a connection of their own. */
export function openTurns(file: string, options: ConnectionOptions): Turns {
  let database: Database | null = null
  let closed = false
  let last: Promise<unknown> = Promise.resolve()

  const mayBegin = (): boolean => {
    try {
      if (database === null) {
        database = openDatabase(file, options)
        database.exec('PRAGMA busy_timeout = 0')
      }
      return isFree(database)
    } catch {
      // What else is wrong is told by the write itself.
      return true
    }
  }
  const wait = async (deadline: number): Promise<void> => {
    while (!closed && !mayBegin()) {
      if (performance.now() >= deadline) throw locked(dirname(file))
      await new Promise((next) => setTimeout(next, pause))
    }
  }
  return {
    mine() {
      const deadline = performance.now() + patience
      const turn = last.then(() => wait(deadline))
      last = turn.catch(() => undefined)
      return turn
    },
    close() {
      closed = true
      database?.close()
    },
  }
}
