import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Safe, sanitize } from '../../../src/domain/sanitize.ts'
import { grouped } from '../../../src/faces/present.ts'
import { cut, pad, widthOf, wrap } from '../../../src/faces/tui/text/text.ts'
import { shortRecipient } from '../../../src/faces/tui/text/titles.ts'
import { cpuTime } from '../../support/cpu-time.ts'

const safe = (text: string) => sanitize(text)
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: fc.constantFrom('a', ' ', '日', 'é', 'e\u0301', '👩‍🚀', '🇩🇪', '\n', 'ᄀ', '—') }),
    fc.string({ maxLength: 200 }),
  )
  .map(safe)

describe('width', () => {
  test.each([
    ['plain', 5],
    ['日本', 4],
    ['e\u0301te\u0301', 3],
    ['👩‍🚀', 2],
    ['🇩🇪', 2],
    ['●✓…', 3],
    ['', 0],
  ])('%s takes %i cells', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })
})

describe('cut and pad', () => {
  test.each([
    ['subject', 7, 'subject'],
    ['subject', 6, 'subje…'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['日本語', 6, '日本語'],
    ['ab', 1, '…'],
    ['ab', 0, ''],
  ])('%s in %i cells is %s', (text, columns, shown) => {
    expect(cut(safe(text), columns)).toBe(shown)
  })

  test('pads on the side asked for', () => {
    expect(pad(safe('日'), 5)).toBe('日   ')
    expect(pad(safe('12'), 5, 'right')).toBe('   12')
    expect(pad(safe('ab'), 5, 'center')).toBe(' ab  ')
    expect(pad(safe('subject'), 4)).toBe('sub…')
  })

  test('is never wider than asked', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, columns) => {
        expect(widthOf(cut(text.replaceAll('\n', ' ') as Safe, columns))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('wrap', () => {
  test.each([
    ['breaks at blanks', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['an exact fit stays on one line', 'abcde fghij', 5, ['abcde', 'fghij']],
    ['breaks a word that is longer than a line', 'a abcdefgh', 4, ['a', 'abcd', 'efgh']],
    ['keeps indentation', '    indented text here', 12, ['    indented', 'text here']],
    ['keeps empty lines', 'a\n\nb', 9, ['a', '', 'b']],
    ['never halves a wide character', '日本語テキスト', 5, ['日本', '語テ', 'キス', 'ト']],
    ['fills a line with wide characters', 'ab 日本語', 7, ['ab 日本', '語']],
    ['keeps combining marks with their letter', 'e\u0301'.repeat(4), 3, ['e\u0301'.repeat(3), 'e\u0301']],
    ['keeps a mark that stands on a blank', 'abc \u0301 def', 4, ['abc \u0301', 'def']],
    ['blanks only', '        ', 4, ['']],
    ['blanks at the end take no line', 'abcd      ', 4, ['abcd']],
  ])('%s', (_name, text, columns, lines) => {
    expect(wrap(safe(text), columns)).toEqual(lines)
  })

  test('no line is wider than asked, and only blanks are lost', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, columns) => {
        const lines = wrap(text, columns)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replace(/[\n ]/gu, ''))
      }),
      { numRuns: 2000 },
    )
  })

  test('a long line without blanks is wrapped in linear time', () => {
    const started = cpuTime()
    expect(wrap(safe('x'.repeat(1_000_000)), 80)).toHaveLength(12_500)
    expect(wrap(safe(`${' '.repeat(500_000)}x`), 80)).toEqual(['x'])
    expect(cpuTime() - started).toBeLessThan(2000)
  })
})

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1,000'],
  [1_234_567, '1,234,567'],
])('%d is written %s', (amount, text) => expect(grouped(amount)).toBe(text))

test.each([
  ['swarm_dev/critic', 'critic'],
  ['agent:swarm_dev/critic', 'critic'],
  ['role:architect', 'role:architect'],
  ['critic@other', 'critic@other'],
  ['agent:critic@other', 'critic@other'],
])('the recipient %s is shown as %s where there is little room', (address, shown) =>
  expect(shortRecipient(address)).toBe(shown),
)
