import { describe, expect, test } from 'vitest'
import { Preview } from '../../components/Preview.tsx'
import { plain } from '../../src/domain/sanitize.ts'
import { type Line, span, word } from '../../src/faces/tui/text/line.ts'
import { covering, wide } from '../support/drawn.tsx'

const lines: readonly Line[] = Array.from({ length: 9 }, (_, at) => [word(`row ${at} `), span(plain(wide))])

describe.each([50, 80, 120])('in %i columns', (columns) => {
  test('shows as many rows as there is room for, from the first on', () => {
    const shown = covering(<Preview lines={lines} first={3} columns={columns} rows={4} />, columns)
    expect(shown.map((line) => line.slice(0, 5))).toEqual(['row 3', 'row 4', 'row 5', 'row 6'])
  })

  test('covers the rows that it leaves empty', () => {
    const shown = covering(<Preview lines={lines} first={7} columns={columns} rows={4} />, columns)
    expect(shown).toHaveLength(4)
    expect(shown.slice(2)).toEqual([' '.repeat(columns), ' '.repeat(columns)])
    expect(covering(<Preview lines={[]} first={0} columns={columns} rows={2} />, columns)).toHaveLength(2)
  })

  test('cuts a line that is too long, never through a wide character', () => {
    const long = [[span(plain('日'.repeat(99)))]]
    const [line] = covering(<Preview lines={long} first={0} columns={columns} rows={1} />, columns)
    expect(line).toMatch(/^日+… ?$/u)
  })
})
