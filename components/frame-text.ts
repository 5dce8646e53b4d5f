import type { State } from '../src/faces/tui/state.ts'
import { parseFrame } from '../src/faces/tui/terminal/frame.ts'
import { openDrawing } from './drawing.tsx'

/** A state as bare text, line by line: for use without a terminal, and for tests. */
export function frameText(state: State): string {
  let frame = ''
  const drawing = openDrawing({ ...state.session.size, draw: (drawn) => (frame = drawn) }, 'bare', false)
  drawing.draw(state)
  drawing.close()
  return bareText(frame)
}

/** The words of a frame that Ink composed. */
export function bareText(frame: string): string {
  return parseFrame(frame)
    .map(({ glyphs, end }) => glyphs.slice(0, end).join('').trimEnd())
    .join('\n')
}
