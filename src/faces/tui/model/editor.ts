import type { Safe } from '../../../domain/sanitize.ts'
import type { KeyEvent } from '../terminal/key-event.ts'

/** One line being typed; `at` is the caret's place in code units. It moves from one grapheme to the next. */
export type Field = {
  readonly text: string
  readonly at: number
  /** The text is only offered: what is typed takes its place. */
  readonly offered?: boolean
}

/** A place in the text; `offset` counts UTF-16 units and never stands inside a character that readers see as one. */
export type Caret = { readonly line: number; readonly offset: number }

export type Snapshot = { readonly lines: readonly Safe[]; readonly caret: Caret }

export type EditorState = Snapshot & {
  /** One line only: line breaks become blanks, and the text moves sideways instead of wrapping. */
  readonly single: boolean
  /** The column that up and down aim for; `null` until they are used. */
  readonly goal: number | null
  /** The first wrapped row in view. */
  readonly top: number
  readonly columns: number
  readonly rows: number
  readonly undo: readonly Snapshot[]
  /** The text that undo took back, until something else is written. */
  readonly redo: readonly Snapshot[]
  /** The last event's kind, so that one undo removes a whole typed word. */
  readonly last: 'type' | 'erase' | 'other'
  /** The text that was cut last, for C-y. */
  readonly kill: Safe
}

export type EditorEvent = KeyEvent | { readonly type: 'paste'; readonly text: string }
