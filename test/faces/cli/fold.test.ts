import { describe, expect, it } from 'vitest'
import { foldLines } from '../../../src/faces/cli/fold.ts'

describe('help on a narrow terminal', () => {
  it.each([
    ['one two three', 40, 'one two three'],
    ['one two three four', 9, 'one two\nthree\nfour'],
    ['      one two three', 10, '      one\n      two\n      three'],
    ['  watchpost send all -b x', 10, '  watchpost send all -b x'],
    ['averylongwordindeed and more', 10, 'averylongwordindeed\nand more'],
    [
      '  send   Write to agents, roles and everyone there is',
      36,
      '  send   Write to agents, roles and\n         everyone there is',
    ],
    ['      --open WORD   What it opens on', 26, '      --open WORD   What\n      it opens on'],
    ['short\n\nalso one that is long\n', 13, 'short\n\nalso one that\nis long\n'],
    ['', 5, ''],
  ])('%j in %i columns', (text, columns, folded) => {
    expect(foldLines(text, columns)).toBe(folded)
  })

  it('loses no word, whatever the width', () => {
    const text =
      '  -q, --quiet       No notes on standard error, errors alone\n      --json   Print the value'
    for (let columns = 1; columns < 80; columns += 1)
      expect(foldLines(text, columns).split(/\s+/u)).toEqual(text.split(/\s+/u))
  })
})
