import type { FormView } from '../compose/form/form.ts'
import type { ReplyLineView } from '../compose/form/form-reply-line.ts'
import type { Pane } from '../state.ts'
import type { Line } from '../text/line.ts'

/** A row as it is drawn: clean, cut and filled to its pane's width. */
export type RowView = {
  readonly key: string
  readonly line: Line
  /** The selected row of the focused pane, of another, or neither. */
  readonly selected: 'here' | 'elsewhere' | 'no'
}

export type PaneView = {
  readonly pane: Pane
  readonly focused: boolean
  readonly width: number
  readonly height: number
  /** The frame's upper and lower edge, with what is written into them. */
  readonly top: Line
  readonly bottom: Line
  /** As many as the pane has room for. */
  readonly rows: readonly RowView[]
  /** The line one answers in, below the rows. */
  readonly answer: ReplyLineView | null
}

/** A box over the panes, its frame included. */
export type BoxView = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly lines: readonly Line[]
}

export type Cursor = { readonly x: number; readonly y: number }

export type AppView =
  | {
      readonly type: 'too-small'
      readonly columns: number
      readonly rows: number
      readonly lines: readonly Line[]
    }
  | {
      readonly type: 'panes'
      readonly columns: number
      readonly rows: number
      readonly header: Line
      readonly panes: readonly PaneView[]
      readonly footer: Line
      readonly box: BoxView | null
      readonly form: { readonly x: number; readonly y: number; readonly view: FormView } | null
    }
