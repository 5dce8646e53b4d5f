import type { AttentionReason } from '../../domain/attention.ts'

const boxViews = ['inbox', 'snoozed', 'dead', 'archived'] as const
/** The source that the middle pane lists. A mailbox without an owner is the person's own. */
export type Source =
  | { readonly type: 'mailbox'; readonly owner: string; readonly box: (typeof boxViews)[number] }
  | { readonly type: 'everyone' }
  | { readonly type: 'sent' }
  | { readonly type: 'drafts' }
  | { readonly type: 'search'; readonly query: string }
  /** A search that is kept under a name. */
  | { readonly type: 'saved'; readonly name: string; readonly query: string }
  /** All rows of the unfolded reasons are listed, of the others the first few. */
  | { readonly type: 'attention'; readonly unfolded?: readonly AttentionReason[] }
  | { readonly type: 'owed'; readonly way: 'by-me' | 'to-me' }
  | { readonly type: 'queue'; readonly name: string }
  | { readonly type: 'channel'; readonly name: string }
  | { readonly type: 'tag'; readonly tag: string }
  | { readonly type: 'group'; readonly name: string }
  | { readonly type: 'debate'; readonly thread: string }
  | { readonly type: 'task'; readonly task: string }

/** A message whose copy is acted on; `of` names its owner if that is not the person. */
export type Target = { readonly id: string; readonly of: string | null }

export type Size = { readonly columns: number; readonly rows: number }
