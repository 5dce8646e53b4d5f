import type { EventValue, FullMessageValue, ReceiptValue } from '../../../../services/values.ts'
import type { DebateValue } from '../../../../values/debates-schema.ts'
import type { AssignmentValue } from '../../../../values/supervision-schema.ts'
import { reuse } from '../../reuse.ts'

/** The details of one message, loaded on demand. */
export type Details = {
  readonly receipts: readonly ReceiptValue[]
  readonly history: readonly EventValue[] | null
}

/** The right pane. Its cursor is a line of a message, so that what arrives does not move it. */
export type ThreadState = {
  /** The message that asked for the thread, and whose copies its states speak of. */
  readonly anchor: string
  readonly of: string
  readonly subject: string
  readonly messages: readonly FullMessageValue[]
  readonly next: string | null
  /** In whose hands it is. */
  readonly assigned?: AssignmentValue | null
  /** Where its debate stands, if it is one. */
  readonly debate?: DebateValue | null
  /** Entered by a person; a preview consumes nothing. */
  readonly opened: boolean
  readonly open: ReadonlySet<string>
  readonly cursor: { readonly message: string; readonly offset: number }
  /** Where on the screen the cursor stands. */
  readonly line: number
  /** Its end is on its way, and gone to once it is there. */
  readonly toEnd?: boolean
  readonly details: ReadonlyMap<string, Details>
  /** Messages in the colours that their writers gave them. */
  readonly coloured: ReadonlySet<string>
}

export type LoadedThread = Pick<ThreadState, 'anchor' | 'of' | 'subject' | 'messages' | 'next'> &
  Partial<Pick<ThreadState, 'assigned' | 'debate'>>

/** The newest unread message and the one asked for are open, the others folded. */
export function openThread(loaded: LoadedThread): ThreadState {
  const newest = loaded.messages.findLast(({ status }) => status === 'unread')
  const asked = loaded.messages.find(({ id }) => id === loaded.anchor) ?? loaded.messages.at(-1)
  const open = new Set([newest?.id, asked?.id].filter((id) => id !== undefined))
  return {
    ...loaded,
    opened: false,
    open,
    cursor: { message: asked?.id ?? loaded.anchor, offset: 0 },
    line: 0,
    details: new Map(),
    coloured: new Set(),
  }
}

/** The same thread as it is now; folds, cursor and place on the screen stay. */
export function refreshThread(thread: ThreadState, loaded: LoadedThread): ThreadState {
  const known = loaded.messages.some(({ id }) => id === thread.cursor.message)
  const cursor = known ? thread.cursor : { message: loaded.messages.at(-1)?.id ?? loaded.anchor, offset: 0 }
  return reuse(thread, { ...thread, ...loaded, cursor })
}

export function toggleFold(thread: ThreadState): ThreadState {
  const open = new Set(thread.open)
  const { message } = thread.cursor
  if (!open.delete(message)) open.add(message)
  return { ...thread, open, cursor: { message, offset: 0 } }
}

export function toggleColours(thread: ThreadState): ThreadState {
  const coloured = new Set(thread.coloured)
  const { message } = thread.cursor
  if (!coloured.delete(message)) coloured.add(message)
  return { ...thread, coloured, cursor: { message, offset: 0 } }
}

export function foldAll(thread: ThreadState, open: boolean): ThreadState {
  const ids = open ? thread.messages.map(({ id }) => id) : []
  if (ids.length === thread.open.size && ids.every((id) => thread.open.has(id))) return thread
  return { ...thread, open: new Set(ids), cursor: { ...thread.cursor, offset: 0 } }
}

export function currentMessage(thread: ThreadState): FullMessageValue | undefined {
  return thread.messages.find(({ id }) => id === thread.cursor.message)
}
