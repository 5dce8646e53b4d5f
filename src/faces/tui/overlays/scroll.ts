import { moveBoard } from '../panes/boards/board.ts'
import { type Reach, stepsOf } from '../reach.ts'
import type { HasClock, OnScreen } from '../state.ts'
import type { Step } from '../step.ts'
import { choiceHeight, moveChoice } from './choice.ts'
import { helpHeight, helpLines, helpOf } from './help/help-lines.ts'
import { moveJournal } from './journal.ts'
import { journalHeight } from './journal-lines.ts'
import { resultHeight, resultLines } from './palette/result-lines.ts'
import { moveSheet } from './sheet/sheet.ts'
import { sheetHeight } from './sheet/sheet-lines.ts'

/** Moves in what covers the panes: the chosen row of a choice, else the first line shown. */
export function moveOverlay<S extends OnScreen & HasClock>(state: S, by: Reach, direction: 1 | -1): Step<S> {
  const { overlay } = state
  const { size } = state.session
  switch (overlay.type) {
    case 'help': {
      const view = helpOf(state, overlay)
      const height = helpHeight(view)
      const { length } = helpLines(view)
      const top = scrolled(overlay.top, length, height, stepsOf(by, direction, height))
      return [{ ...state, overlay: { ...overlay, top } }]
    }
    case 'result': {
      const height = resultHeight(size)
      const { length } = resultLines(overlay, size)
      return [
        {
          ...state,
          overlay: { ...overlay, top: scrolled(overlay.top, length, height, stepsOf(by, direction, height)) },
        },
      ]
    }
    case 'sheet':
      return moveSheet(state, stepsOf(by, direction, sheetHeight(size)))
    case 'choice':
      return moveChoice(state, overlay, stepsOf(by, direction, choiceHeight(size)))
    case 'journal':
      return moveJournal(state, overlay, stepsOf(by, direction, journalHeight(size)))
    default:
      return moveBoard(state, by, direction)
  }
}

/** The first of `length` lines to show, `height` of them at once. */
export function scrolled(top: number, length: number, height: number, steps: number): number {
  return Math.min(Math.max(top + steps, 0), Math.max(0, length - height))
}
