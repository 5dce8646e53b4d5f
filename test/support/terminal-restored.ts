import { expect } from 'vitest'
import type { Program } from './terminal.ts'

/** The shell's terminal is as before: its screen, a cursor, none of our modes. */
export function expectRestored(program: Program, modes = ['1049', '2004', '1004']): void {
  expect(program.isAlternate()).toBe(false)
  const wire = program.bytes().toString('latin1')
  for (const mode of modes) {
    const [on, off] = [wire.lastIndexOf(`\x1b[?${mode}h`), wire.lastIndexOf(`\x1b[?${mode}l`)]
    expect(off, `mode ${mode}`).toBeGreaterThanOrEqual(on)
  }
  for (const mode of ['25', '7'])
    expect(wire.lastIndexOf(`\x1b[?${mode}h`), `mode ${mode}`).toBeGreaterThanOrEqual(
      wire.lastIndexOf(`\x1b[?${mode}l`),
    )
}
