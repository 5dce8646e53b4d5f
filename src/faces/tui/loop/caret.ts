import { caretColumn, fieldView, promptView } from '../compose/editor/line-view.ts'
import { paletteLayout } from '../overlays/palette/palette-layout.ts'
import { searchLabel } from '../panes/inbox/narrow.ts'
import { isTooSmall, layoutOf } from '../panes/layout.ts'
import type { OnScreen } from '../state.ts'

export type Caret = { readonly x: number; readonly y: number }

/** Where the terminal's caret stands, while something is typed into. */
export function caretOf(state: OnScreen): Caret | null {
  const { overlay } = state
  const { size } = state.session
  if (isTooSmall(size)) return null
  switch (overlay.type) {
    case 'palette': {
      const { place, field } = paletteLayout(state, overlay)
      return { x: place.x + 2 + caretColumn(field), y: place.y + 1 }
    }
    case 'prompt':
      return {
        x: caretColumn(promptView(overlay.label, overlay.field, size.columns)),
        y: size.rows - 1,
      }
    case 'search':
    case 'filter': {
      const areas = layoutOf(state)
      const at = areas.findIndex(({ pane }) => pane === 'inbox')
      const left = areas.slice(0, Math.max(0, at)).reduce((sum, { width }) => sum + width, 0)
      const width = areas[at]?.width ?? size.columns
      const x = caretColumn(fieldView(searchLabel(overlay.type), overlay.field, width - 2))
      // The field is the last row but one inside the frame.
      return { x: left + 1 + x, y: size.rows - 4 }
    }
    default:
      return null
  }
}
