import { statuses } from '../delivery.ts'
import type { Kind } from '../kind.ts'
import type { Priority } from '../priority.ts'

/** What `is:` asks of the searcher's own copy; `failed` also of the requests that the searcher sent. */
export const searchStates = [
  ...statuses,
  'snoozed',
  'pinned',
  'acknowledged',
  'owed',
  'dead',
  'expired',
  'retracted',
  'withheld',
] as const
export type SearchState = (typeof searchStates)[number]

export const searchParts = ['attachment', 'payload', 'context', 'task', 'subject'] as const
export type SearchPart = (typeof searchParts)[number]

/** Where words are looked for that do not mean the whole message. */
const searchedTexts = ['subject', 'body'] as const
export type SearchedText = (typeof searchedTexts)[number]

/**
 * One wanted thing; `not` turns it round. `text` matches whole words, the last as a beginning when `prefix`, in subject
 * and body unless one is meant by `within`.
 */
export type Term =
  | {
      readonly type: 'text'
      readonly text: string
      readonly phrase: boolean
      readonly prefix: boolean
      readonly not: boolean
      readonly within?: SearchedText
    }
  | {
      readonly type: 'from' | 'to' | 'tag' | 'task' | 'thread'
      readonly value: string
      readonly not: boolean
    }
  | { readonly type: 'kind'; readonly value: Kind; readonly not: boolean }
  | { readonly type: 'priority'; readonly value: Priority; readonly not: boolean }
  | { readonly type: 'is'; readonly value: SearchState; readonly not: boolean }
  | { readonly type: 'has'; readonly value: SearchPart; readonly not: boolean }
  | { readonly type: 'before' | 'after'; readonly at: number }
