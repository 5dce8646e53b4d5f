import type { Excerpt } from '../../../domain/query/excerpt.ts'
import type { MessageValue } from '../../../services/values.ts'
import type { AttentionGroupValue, AttentionRow } from '../../../values/attention-schema.ts'
import type { DraftValue } from '../../../values/drafts-schema.ts'
import type { InboxRow } from '../../../values/mail-schema.ts'
import type { Source } from '../source.ts'

/** Why something needs a person, as Attention lists it. */
export type Trouble = AttentionRow & {
  /** It stands under the heading of its reason. */
  readonly headed?: true
  /** No other reason is graver. */
  readonly gravest?: true
}

/** A row of the middle pane. Rows are known by their id, never by their place. */
export type Row =
  | {
      readonly type: 'mail'
      readonly id: string
      readonly message: MessageValue
      readonly threadSize: number
      /** Where all agents' mail is listed: how many got it, and how many have not read it. */
      readonly copies: { readonly all: number; readonly unread: number } | null
      /** The agent that it is about, if that is not its sender. */
      readonly who?: string
      /** Why it needs a person. */
      readonly trouble?: Trouble
      /** Somebody else took it from the list while it was selected: it stays until one goes on. */
      readonly taken?: true
      readonly marks?: InboxRow['marks']
      /** The row is a thread, and its message is the newest of it here. */
      readonly conversation?: InboxRow['conversation']
      /** Its thread is unfolded below the thread's row. */
      readonly unfolded?: true
      /** It is listed below the row of its thread. */
      readonly within?: string
      /** The match of a search in its text. */
      readonly snippet?: Excerpt
    }
  | { readonly type: 'draft'; readonly id: string; readonly draft: DraftValue }
  | { readonly type: 'member'; readonly id: string; readonly group: string }
  /** The heading of a reason in Attention. `folded`: it has more rows than are listed. */
  | {
      readonly type: 'reason'
      readonly id: string
      readonly group: AttentionGroupValue
      readonly folded: boolean
    }
  /** An agent or a queue that needs a person. */
  | { readonly type: 'trouble'; readonly id: string; readonly trouble: Trouble }

/** The answer to one question to the store: `after` was its start, `next` continues it. */
export type ListPage = {
  readonly after: string | null
  readonly rows: readonly Row[]
  readonly next: string | null
}

/**
 * A window of neighbouring pages around the selected row. The selection is an id and `line` is where on the
 * screen it stands: whatever arrives, both stay.
 */
export type List = {
  readonly source: Source
  /** Words of the search language that narrow it; empty shows all. */
  readonly filter: string
  /** Nothing of this source is here yet; rows of the last one may still stand, none of them selected. */
  readonly loading: boolean
  /** The list was reopened; changes in the meantime are yet to be read. */
  readonly resumed: boolean
  readonly fetching: Merge | null
  /** The store changed on the way to the end: the rows are read again on arrival. */
  readonly outdated: boolean
  /** Asks for the pages before the window, the nearest last. */
  readonly earlier: readonly (string | null)[]
  readonly pages: readonly ListPage[]
  readonly rows: readonly Row[]
  readonly selected: string | null
  readonly line: number
  readonly marked: ReadonlySet<string>
  /** All that match, beyond what is loaded: counted when everything loaded was marked. */
  readonly whole: Whole | null
  /** Where a range begins that ends at the selection. */
  readonly anchor: string | null
  /** Messages that arrived and were not on the screen yet. */
  readonly fresh: ReadonlySet<string>
  /** The same, outside the loaded pages. */
  readonly beyond: Beyond
  /** The newest message when nothing was new: later ones are. `null` if that is not known. */
  readonly since: string | null
  /** Messages that arrived after it and were on the screen. */
  readonly seen: ReadonlySet<string>
  /** A message that was acted on while it was not listed: it is gone to if the next answer has it. */
  readonly seek: string | null
  /** Threads that show their messages below their row. */
  readonly unfolded: ReadonlySet<string>
}

/** `count` is `null` until it is known. `through` is the newest message that was counted. */
export type Whole = {
  readonly count: number | null
  readonly through: string | null
  /** There are more than one change takes. */
  readonly more: boolean
  readonly chosen: boolean
}

export type Merge = 'first' | 'refresh' | 'forward' | 'back' | 'end'

/** Messages that arrived before and behind the loaded pages, in the order of the list. */
export type Beyond = { readonly above: readonly string[]; readonly below: readonly string[] }

export type News = Beyond & {
  /** The newest message when the rows were read; `null` if the source does not say. */
  readonly newest: string | null
}

/**
 * Your own changes that are under way, and the first request for rows whose answer shows the last of them; `null` once
 * that was answered. Rows that leave the list until then left by your own hand.
 */
export type OwnChanges = { readonly out: number; readonly until: number | null }
