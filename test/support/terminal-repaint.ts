import { expect } from 'vitest'
import { enterSequence, leaveSequence } from '../../src/faces/tui/terminal/sequences.ts'
import type { Program } from './terminal.ts'

/** What a full repaint of ours begins with. */
const clearing = '\x1b[2J'
/** Rest enough for a look, ms: where something came after it, one looks again. */
const briefly = 60
/** What a repaint writes in front of that. */
const prelude = '\x1b[?25l\x1b[m'

/** A terminal with our program in it, as far as proving a repaint goes. */
export type Provable<Picture> = {
  /** Everything the program has written so far. */
  wire(): string
  /** Settles once nothing more is written. */
  rest(): Promise<void>
  /** What the screen shows. */
  picture(): Picture | Promise<Picture>
  repaint(): Promise<void>
}

/**
 * What a screen showed, and what it shows drawn anew as a whole, nothing having happened meanwhile: nothing was
 * written in between, and a second repaint wrote just what the first one did.
 */
export async function repainted<Picture>(program: Provable<Picture>): Promise<readonly [Picture, Picture]> {
  for (let tries = 0; tries < 30; tries += 1) {
    await program.rest()
    const before = await program.picture()
    const from = program.wire().length
    await program.repaint()
    await program.rest()
    const after = await program.picture()
    const shown = program.wire().slice(from)
    await program.repaint()
    await program.rest()
    const [between, first, second] = program.wire().slice(from).split(clearing)
    // A busy system may hand on the rest of a repaint late.
    const isWhole = shown === `${prelude}${clearing}${second}`
    if (isWhole && between === prelude && first === `${second}${prelude}`) return [before, after]
  }
  throw new Error('The screen never came to rest.')
}

/** Presses keys, waits for what they show, and proves the screen: drawn anew, not one cell is another. */
export async function proved(
  program: Program,
  keys: readonly string[],
  shows: string | RegExp,
): Promise<void> {
  await program.press(...keys)
  await program.sees(shows)
  const wire = (): string => program.bytes().toString('latin1')
  const [before, after] = await repainted({
    wire,
    rest: () => program.quiet(briefly),
    picture: () => picture(program),
    async repaint() {
      const known = wire().split(clearing).length
      await program.press('C-l')
      await program.until('a repaint', () => wire().split(clearing).length > known)
    },
  })
  expect(after, `after ${keys.join(' ')}`).toEqual(before)
}

/** What comes before our repaint where the terminal was somebody else's for a while: left, and taken over again. */
const entering = [true, false].map((mouse) => leaveSequence() + enterSequence(mouse))
const titles = /\x1b\]2;[^\x07]*\x07/gu

function withoutEntering(written: string): string {
  return entering.reduce((text, one) => text.replaceAll(one, ''), written).replaceAll(titles, '')
}

/** Proves the screen whatever is open on it, since a process that goes on again draws itself anew without a key. */
export async function provedAsItStands(
  program: Program,
  hasLeft: () => boolean,
  when: string,
): Promise<void> {
  const wire = (): string => withoutEntering(program.bytes().toString('latin1'))
  const [before, after] = await repainted({
    wire,
    rest: () => program.quiet(briefly),
    picture: () => (hasLeft() ? [] : picture(program)),
    async repaint() {
      const known = wire().split(clearing).length
      if (!hasLeft()) program.signal('SIGCONT')
      await program.until('a repaint', () => hasLeft() || wire().split(clearing).length > known)
    },
  }).catch((error: unknown) => {
    if (hasLeft()) return [[], []]
    throw error
  })
  if (!hasLeft()) expect(after, when).toEqual(before)
}

/** Each row with the looks of its cells, and the cursor. */
function picture(program: Program): readonly string[] {
  const written = program.bytes().toString('latin1')
  const { x, y } = program.cursor()
  const cursor = written.lastIndexOf('\x1b[?25h') > written.lastIndexOf('\x1b[?25l') ? `${x},${y}` : 'hidden'
  return [...program.looks(), cursor]
}
