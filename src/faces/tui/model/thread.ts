import type { EventValue, FullMessageValue, ReceiptValue } from '../../../services/values.ts'
import type { DebateValue } from '../../../values/debates-schema.ts'
import type { AssignmentValue } from '../../../values/supervision-schema.ts'

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
