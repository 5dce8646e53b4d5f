import type { Kind } from '../kind.ts'
import { type FullMessage, titleOf } from '../message.ts'
import type { Priority } from '../priority.ts'

/** A message that waits for its reader. The caller lists them as a mailbox does, the most pressing first. */
export type Pending = {
  /** Ids as people write them. */
  readonly id: string
  readonly thread: string
  readonly from: string
  /** Who really wrote, where that is another. */
  readonly actor: string | null
  readonly importedBy?: string | null
  readonly kind: Kind
  readonly priority: Priority
  readonly title: string
  readonly sentAt: number
  readonly owes: boolean
  /** `null` where only the header is to be told. */
  readonly body: string | null
  /** Shown before, and still owed: its header comes again. */
  readonly again?: boolean
  /** Its reader knows its header: it comes whole or not at all. */
  readonly told?: boolean
}

export type PendingBudget = {
  readonly maxChars: number
  /** An estimate: see `tokensOf`. */
  readonly maxTokens?: number | undefined
  /** Longer bodies are cut here, and say so. Without it a body comes whole or not at all. */
  readonly maxCharsPerBody?: number | undefined
  /** How long the text is once it stands where it goes, such as in JSON. */
  readonly weigh?: (text: string) => number
}

export type PendingFrame = {
  readonly owner: string
  /** Random, not to be guessed by who writes mail: lines that begin with it are ours alone. */
  readonly mark: string
  readonly now: number
  /** All unread mail that was looked for, also what is not among the messages. */
  readonly unread: number
  readonly minPriority?: Priority | undefined
}

/** What `pendingText` needs of a message of the store. */
export function pendingOf(
  message: Pick<
    FullMessage,
    'from' | 'actor' | 'imported' | 'kind' | 'priority' | 'subject' | 'preview' | 'sentAt' | 'body'
  >,
  ids: { readonly id: string; readonly thread: string },
  owes: boolean,
): Pending {
  const { from, actor, imported, kind, priority, sentAt, body } = message
  const importedBy = imported?.by ?? null
  return { ...ids, from, actor, importedBy, kind, priority, title: titleOf(message), sentAt, owes, body }
}
