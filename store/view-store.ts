import type { Query } from '../src/domain/query/query.ts'
import type { Doer, Page, PageRequest } from './page.ts'

/** A search that somebody keeps under a name: words of the search language, as they were written. */
export type SavedView = {
  readonly owner: string
  readonly name: string
  readonly query: string
  readonly savedAt: number
}

export type ViewTally = {
  readonly unread: number
  /** Answers that the owner owes. */
  readonly owed: number
  /** Answers that others owe the owner. */
  readonly asked: number
  readonly drafts: number
  readonly snoozed: number
  readonly dead: number
  /** The count that each search finds, in their order. */
  readonly found: readonly number[]
}

export type ViewStore = {
  /** Saving the same name again replaces the view. */
  save(view: SavedView): Promise<void>
  /** By name. */
  list(owner: string, page: PageRequest): Promise<Page<SavedView>>
  /**
   * How much there is in the views of a mailbox and in searches, all in one look. Unread mail and open debts are exact; of the
   * others `most` are counted at most.
   */
  tally(owner: string, searches: readonly Query[], now: number, most: number): Promise<ViewTally>
  /** Returns the removed view; `null` if there was none. */
  remove(owner: string, name: string): Promise<SavedView | null>
}

/** In whose hands a thread is, and who put it there. */
export type Assignment = {
  readonly thread: number
  readonly supervisor: string
  readonly by: string
  readonly at: number
}

export type AssignmentStore = {
  /**
   * Assigns the thread of a message to a supervisor, logged with the thread's first message. An assignment that already
   * exists is returned with its original change.
   * @throws MailError `not-found` no such message
   */
  assign(
    doer: Doer,
    message: number,
    supervisor: string,
    at: number,
  ): Promise<{
    readonly assignment: Assignment
    /** The previous supervisor. */
    readonly previous: string | null
    readonly deed: number
    readonly subject: string
  }>
  /** Of these threads, those that are in somebody's hands. */
  find(threads: readonly number[]): Promise<readonly Assignment[]>
}
