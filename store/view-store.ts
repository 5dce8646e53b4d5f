import type { Query } from '../src/domain/query/query.ts'
import type { Page, PageRequest } from './page.ts'

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
   * How much there is in the views of a mailbox and in searches, all in one look. Unread mail and debts are exact; of the
   * others `most` are counted at most.
   */
  tally(owner: string, searches: readonly Query[], now: number, most: number): Promise<ViewTally>
  /** Returns the removed view; `null` if there was none. */
  remove(owner: string, name: string): Promise<SavedView | null>
}
