import type { Page, PageRequest } from './page.ts'

/** A search that somebody keeps under a name: words of the search language, as they were written. */
export type SavedView = {
  readonly owner: string
  readonly name: string
  readonly query: string
  readonly savedAt: number
}

export type ViewStore = {
  /** The same name again replaces what it stood for. */
  save(view: SavedView): Promise<void>
  /** By name. */
  list(owner: string, page: PageRequest): Promise<Page<SavedView>>
  /** What was there; `null` where nothing was. */
  remove(owner: string, name: string): Promise<SavedView | null>
}
