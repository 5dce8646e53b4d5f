import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { isNarrow } from '../../src/faces/narrow.ts'

test('what is narrow at a glance is as wide as it is long', () => {
  const characters = Array.from({ length: 0x1_0000 }, (_, at) => String.fromCharCode(at))
  const narrow = characters.filter(isNarrow)
  expect(narrow.length).toBeGreaterThan(500)
  expect(narrow.filter((character) => stringWidth(character) !== 1)).toEqual([])
})

/** Marks that every screen shows: one that shows no others never loads the tables. */
const marks = '…·→←↑↓↗↩⇒⇑»×†✓✗●○◐◑▸▾▴▪■□│─╭╮╰╯├┤┬┴┼╴✎◷▫◌◆◉▹⊘↧★↻└┌┐┘–—“”‘’•‹›¶§°'
test.each([...marks])('%s is narrow', (mark) => expect(isNarrow(mark)).toBe(true))

test("the status line's envelope is narrow", () => expect(isNarrow('✉ 1!! 2!')).toBe(true))
