import type { Excerpt } from '../../../../domain/query/excerpt.ts'
import type { MessageValue } from '../../../../services/values.ts'
import type { AttentionGroupValue, AttentionRow } from '../../../../values/attention-schema.ts'
import type { DraftValue } from '../../../../values/drafts-schema.ts'
import type { InboxRow } from '../../../../values/mail-schema.ts'

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

/** Where one message makes several rows, each has a mark of its own behind the message's id. */
export function rowId(message: string, mark: string): string {
  return `${message}·${mark}`
}

export function messageOfRow(id: string): string {
  return id.split('·')[0] ?? id
}

/** A thread's row is known by its thread: its newest message changes. */
export function threadRowId(thread: string): string {
  return rowId(thread, 'thread')
}

/** The message that a row leads to. */
export function messageBehind(row: Row): string {
  return row.type === 'mail' ? row.message.id : messageOfRow(row.id)
}

/** Those of neighbouring pages, each once. */
export function rowsOf(pages: readonly { readonly rows: readonly Row[] }[]): readonly Row[] {
  const byId = new Map<string, Row>()
  for (const { rows } of pages) for (const row of rows) byId.set(row.id, row)
  return [...byId.values()]
}
