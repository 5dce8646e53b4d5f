import { emptyField } from '../../compose/editor/field.ts'
import type { PaletteState } from '../../model/palette.ts'
import type { HasOverlay } from '../../state.ts'
import type { Step } from '../../step.ts'

export function openPalette<S extends HasOverlay>(state: S): Step<S> {
  const overlay: PaletteState = {
    type: 'palette',
    field: emptyField,
    chosen: 0,
    moved: false,
    former: null,
    threads: [],
    problem: null,
    running: false,
    copies: false,
    entered: false,
  }
  return [{ ...state, overlay }, { type: 'load-palette' }]
}
