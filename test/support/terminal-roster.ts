import type { Program } from './terminal.ts'

/** Somebody before a screen, as far as going down the roster goes. */
type Seat = Pick<Program, 'press' | 'until' | 'screen'>

/** What the roster's mark stands before. */
function marked(lines: readonly string[]): string {
  const line = lines.find((line) => line.startsWith('│▸'))
  return line === undefined ? '' : line.slice(3, 27).trim()
}

/** Goes down the roster to the row that begins so, and into what it lists. */
export async function goTo(seat: Seat, row: string | RegExp): Promise<void> {
  const is = (text: string) => (typeof row === 'string' ? text.startsWith(row) : row.test(text))
  await seat.press('1', 'g', 'g')
  await seat.until('the first row', (lines) => marked(lines).startsWith('Attention'))
  for (let steps = 0; steps < 60 && !is(marked(seat.screen())); steps += 1) {
    const before = marked(seat.screen())
    await seat.press('j')
    await seat.until(`the row below ${before}`, (lines) => marked(lines) !== before)
  }
  await seat.press('2')
}
