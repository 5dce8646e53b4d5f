import { plain, type Safe } from '../../../domain/sanitize.ts'
import { formView } from '../compose/form/form.ts'
import { formSize } from '../compose/writing-keys.ts'
import type { State } from '../state.ts'
import { fitLine, type Line, span, word } from '../text/line.ts'
import { wrap } from '../text/text.ts'
import { type Area, isTooSmall, layoutOf, least } from './layout.ts'
import { choiceView } from './view-choice.ts'
import { fieldLine } from './view-field.ts'
import { helpView } from './view-help.ts'
import { inboxView, searchLabel } from './view-inbox.ts'
import type { AppView, BoxView, Cursor, PaneView } from './view-model.ts'
import { paletteView } from './view-palette.ts'
import { resultView } from './view-result.ts'
import { rosterView } from './view-roster.ts'
import { sheetView } from './view-sheet.ts'
import { footerLine, headerLine } from './view-status.ts'
import { threadView } from './view-thread.ts'

/** Everything that is on the screen, ready to be drawn. */
export function view(state: State): AppView {
  const { columns, rows } = state.size
  if (isTooSmall(state.size)) {
    return { type: 'too-small', columns, rows, lines: tooSmallLines(state.size) }
  }
  const areas = layoutOf(state)
  const footer = footerLine(state)
  return {
    type: 'panes',
    columns,
    rows,
    header: headerLine(state),
    panes: areas.map((area) => paneView(state, area)),
    footer: footer.line,
    box: boxOf(state),
    form: formPlace(state),
  }
}

function boxOf(state: State): BoxView | null {
  const { overlay, size } = state
  switch (overlay.type) {
    case 'help':
      return helpView(size, state.keymap, overlay.top)
    case 'sheet':
      return sheetView(overlay.sheet, overlay.top, size, state.now)
    case 'result':
      return resultView(overlay, size)
    case 'choice':
      return choiceView(overlay, size)
    case 'palette':
      return paletteView(state, overlay).box
    default:
      return null
  }
}

function paneView(state: State, area: Area): PaneView {
  switch (area.pane) {
    case 'roster':
      return rosterView(state, area)
    case 'inbox':
      return inboxView(state, area)
    case 'thread':
      return threadView(state, area)
  }
}

/** Where the terminal's caret stands, while something is typed into. */
export function caretOf(state: State): Cursor | null {
  const { overlay, size } = state
  if (isTooSmall(size)) return null
  const foot = footerLine(state).x
  const areas = layoutOf(state)
  if (overlay.type === 'palette') return paletteView(state, overlay).cursor
  if (foot !== null) return { x: foot, y: size.rows - 1 }
  if (overlay.type !== 'search' && overlay.type !== 'filter') return null
  const at = areas.findIndex(({ pane }) => pane === 'inbox')
  const left = areas.slice(0, Math.max(0, at)).reduce((sum, { width }) => sum + width, 0)
  const width = areas[at]?.width ?? size.columns
  // The field is the last row but one inside the frame.
  return { x: left + 1 + fieldLine(searchLabel(overlay.type), overlay.field, width - 2).x, y: size.rows - 4 }
}

function formPlace({ overlay, size }: State) {
  if (overlay.type !== 'form') return null
  const room = formSize(size)
  const shown = formView(overlay.form, room)
  const x = Math.floor((size.columns - room.columns) / 2)
  return { x, y: Math.max(0, Math.floor((size.rows - shown.rows.length) / 2)), view: shown }
}

/** For the terminal's title bar. */
export function windowTitle({ roster }: Pick<State, 'roster'>): Safe {
  const { unread } = roster
  const parts = [`${unread.total} unread`, ...(unread.urgent > 0 ? [`${unread.urgent} urgent`] : [])]
  return plain(`watchpost: ${parts.join(' · ')}`)
}

/** Wrapped, since where there is little room it may not fit on a line either. */
function tooSmallLines({ columns, rows }: State['size']): readonly Line[] {
  // Single letters one below the other say nothing.
  if (columns < 12) return [fitLine([word(`${least.columns}×${least.rows}`, 'dim')], columns)]
  const said = [
    `watchpost needs ${least.columns} columns and ${least.rows} rows.`,
    `This is ${columns} by ${rows}.`,
  ]
  return said
    .flatMap((text) => wrap(plain(text), columns))
    .slice(0, rows)
    .map((text) => fitLine([span(text, 'dim')], columns))
}
