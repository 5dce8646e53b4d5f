import { join } from 'node:path'
import { openProgram, type Program } from '../../../test/support/terminal.ts'
import type { Room } from './room.ts'

/** How long something on a screen, or a request to the model, is waited for, ms. */
export const longest = 40_000

/** Opens a program of the room in a terminal, with the variables of the room alone. */
export function openTerminal(
  room: Room,
  words: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Program {
  const [name = '', ...rest] = words
  const none = Object.fromEntries(Object.keys(process.env).map((variable) => [variable, undefined]))
  const program = openProgram([join(room.place.bin, name), ...rest], {
    columns: 120,
    rows: 40,
    cwd: room.place.project,
    env: { ...none, ...room.env, ...added },
  })
  room.processes.add(program.pid)
  return program
}

/** Programs draw spinners, so no silence says when a screen takes keys. Those that came too early would be lost. */
export function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next, 1_000))
}

/** Types a prompt and sends it, as a person does. */
export async function typePrompt(terminal: Program, prompt: string): Promise<void> {
  await terminal.type(prompt)
  await pause()
  await terminal.press('Enter')
}

/** Looks again until it holds. @throws Error with what was waited for */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + longest; !(await holds()); ) {
    if (Date.now() > end) throw new Error(`${what} never came`)
    await new Promise((next) => setTimeout(next, 100))
  }
}
