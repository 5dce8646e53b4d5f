import type { Kind } from '../kind.ts'
import { type FullMessage, titleOf } from '../message.ts'
import { iso } from '../moment.ts'
import type { Priority } from '../priority.ts'
import type { EndsBy } from './answer-hint.ts'
import type { Part } from './fence.ts'
import { partsOf } from './mail-parts.ts'

/** A message that waits for its reader. The caller lists them as a mailbox does, the most pressing first. */
export type Pending = {
  /** Ids as people write them. */
  readonly id: string
  readonly thread: string
  readonly from: string
  /** The actual writer, if different. */
  readonly actor: string | null
  readonly importedBy?: string | null
  readonly kind: Kind
  readonly priority: Priority
  readonly title: string
  readonly sentAt: number
  readonly owes: boolean
  /** The kinds that may answer a message of a debate now; all that its kind allows if not given. */
  readonly answers?: readonly Kind[] | undefined
  readonly task?: string | null
  /** How its reader may end its task. */
  readonly ends?: EndsBy | undefined
  /** A program wrote it by itself. */
  readonly automatic?: true | undefined
  /** The words that say which message it replaces. */
  readonly replaces?: string | undefined
  /** The words that say what newer mail there is. */
  readonly newer?: string | undefined
  /** When it expires: ISO 8601. */
  readonly expires?: string | null | undefined
  /** `null` if only the header can be printed. */
  readonly body: string | null
  /** Its parts apart from the body. */
  readonly parts: readonly Part[]
  /** Shown before, and still owed: its header comes again. */
  readonly again?: boolean
  /** Work that came back: the words that say who had it. */
  readonly returned?: string | undefined
  /** It is printed whole before other mail: see `session-order.ts`. */
  readonly first?: boolean
  /** Its reader knows its header, which is not printed again. */
  readonly told?: boolean
  /** Its reader was shown as much of it as fits: it comes whole or as a header. */
  readonly portioned?: boolean
}

export type PendingBudget = {
  /** In characters, or in whatever `weigh` counts. */
  readonly maxChars: number
  /** An estimate: see `tokensOf`. */
  readonly maxTokens?: number | undefined
  /** Longer bodies are cut here, and say so: the message is not printed whole. */
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
  /** Unread mail whose senders and kinds are told where it has no room, as far as it was looked at. */
  readonly looked?: readonly Pick<Pending, 'id' | 'from' | 'kind'>[] | undefined
}

/** What `pendingText` needs of a message of the store. `owner` is its reader. */
export function pendingOf(
  message: Omit<FullMessage, 'body'> & { readonly body: string | null },
  ids: { readonly id: string; readonly thread: string },
  {
    owner,
    owes,
    answers,
    ends,
    replaces,
  }: Pick<Pending, 'owes' | 'answers' | 'ends' | 'replaces'> & { readonly owner: string },
): Pending {
  const { from, actor, imported, kind, priority, sentAt, body, expiresAt, automatic, task } = message
  const parts = partsOf({ ...message, body: body ?? '' }, owner)
  const expires = iso(expiresAt)
  const sender = { from, actor, importedBy: imported?.by ?? null }
  return {
    ...ids,
    ...sender,
    kind,
    priority,
    title: titleOf(message),
    sentAt,
    owes,
    answers,
    task,
    ends,
    replaces,
    automatic,
    expires,
    body,
    parts,
  }
}
