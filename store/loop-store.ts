import type { Loop, LoopEnding } from '../src/domain/loops.ts'
import type { Arrivals, EventCursor } from './cursor.ts'
import type { Author, Page, PageRequest } from './page.ts'

/** What one step of ending a loop did. `more`: the loop is still open, and has held mail left. */
export type LoopStep = {
  readonly agents: readonly string[]
  readonly messages: number
  readonly more: boolean
}

/** Mail that keeps coming back, and what is held back for it. */
export type LoopStore = {
  /** Open ones, the longest open first. */
  list(page: PageRequest): Promise<Page<Loop>>
  /** One that is open; `null` where there is none by that number, or where it has ended. */
  find(id: number): Promise<Loop | null>
  /**
   * Delivers the mail that a loop holds back, the oldest first, or puts it away, at most `most` copies at a time. With the last of
   * them the loop has ended, and counting starts again. @throws `not-found` it is not open
   */
  end(author: Author, id: number, ending: LoopEnding, most: number): Promise<LoopStep>
  /** Whether a message was held back, and a person let it go on: what answers it begins a new chain. */
  wasLetGo(message: number): Promise<boolean>
  /** The messages for an owner that were let go on after a cursor of the log, the first one first. For a day it is known of each. */
  letGo(owner: string, after: EventCursor): Promise<Arrivals<number, EventCursor>>
}
