import { drawnOnce, type StartOptions, startTui } from '../src/faces/tui/loop/start.ts'
import { openDrawing } from './drawing.tsx'
import { frameText } from './frame-text.ts'

/** The program on a terminal, drawn with Ink. Resolves with the exit code when it is left. */
export function startScreen(options: Omit<StartOptions, 'openDrawing'>): Promise<number> {
  return startTui({ ...options, openDrawing })
}

/** One frame as text: what the screen shows once everything is loaded. Changes nothing. */
export async function snapshot(
  mailbox: StartOptions['mailbox'],
  columns: number,
  rows: number,
): Promise<string> {
  return frameText(await drawnOnce(mailbox, { columns, rows }))
}
