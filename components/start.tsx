import type { Sitting } from '../src/faces/tui/loop/sitting.ts'
import { drawnOnce, startTui } from '../src/faces/tui/loop/start.ts'
import { openDrawing } from './drawing.tsx'
import { frameText } from './frame-text.ts'
import { loadLayoutEngine } from './ink/layout-engine.ts'

/** The program on a terminal, drawn with Ink. Resolves with the exit code when it is left. */
export async function startScreen(options: Sitting): Promise<number> {
  await loadLayoutEngine()
  return startTui({ ...options, openDrawing })
}

/** One frame as text: what the screen shows once everything is loaded. Changes nothing. */
export async function snapshot(mailbox: Sitting['mailbox'], columns: number, rows: number): Promise<string> {
  await loadLayoutEngine()
  return frameText(await drawnOnce(mailbox, { columns, rows }))
}

export { loadLayoutEngine } from './ink/layout-engine.ts'
