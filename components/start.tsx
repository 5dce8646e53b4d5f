import { type StartOptions, startTui } from '../src/faces/tui/loop/start.ts'
import { openDrawing } from './drawing.tsx'

/** The program on a terminal, drawn with Ink. Resolves with the exit code when it is left. */
export function startScreen(options: Omit<StartOptions, 'openDrawing'>): Promise<number> {
  return startTui({ ...options, openDrawing })
}
