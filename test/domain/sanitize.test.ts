import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reveal, sanitize, sanitizeLine } from '../../src/domain/sanitize.ts'
import { proof, scaled } from '../support/scale.ts'

const runs = scaled(10_000, 300_000)

const forbidden =
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/u
const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Whatever hostile text is made of, mixed with what is harmless. */
const pieces = [
  '\u001b[',
  '\u001b]0;',
  '\u001bP',
  '\u001b',
  '\u009b',
  '\u009d',
  '\u0007',
  '\u001b\\',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u{e0041}',
  '\u{1f468}\u200d\u{1f469}',
  '\ud800',
  '\udc00',
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\u2028',
  'e\u0301\u0301\u0301\u0301\u0301\u0301',
  '31m',
  '2J',
  'plain text',
  '日本語',
  '?25l',
]
const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 6 })), {
  maxLength: 30,
})

test(proof('sanitiser: nothing that a terminal obeys or an eye does not see survives', runs, 'texts'), () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const safe = sanitize(parts.join(''))
      expect(safe).not.toMatch(forbidden)
      expect(safe).not.toMatch(loneSurrogate)
      expect(sanitizeLine(parts.join(''))).not.toContain('\n')
    }),
    { numRuns: runs },
  )
})

test('cleaning what is clean changes nothing', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const safe = sanitize(parts.join(''))
      expect(sanitize(safe)).toBe(safe)
    }),
    { numRuns: 2000 },
  )
})

describe('what becomes of it', () => {
  test.each([
    ['plain ASCII', 'plain ASCII'],
    ['two\nlines', 'two\nlines'],
    ['red \u001b[31mtext\u001b[0m', 'red text'],
    ['title \u001b]0;pwned\u0007 gone', 'title  gone'],
    ['link \u001b]8;;http://x\u001b\\text\u001b]8;;\u001b\\', 'link text'],
    ['8-bit \u009b31mtext', '8-bit text'],
    ['a bell \u0007', 'a bell ␇'],
    ['a stray \u001b', 'a stray ␛'],
    ['DEL \u007f', 'DEL ␡'],
    ['over\rwritten', 'over␍written'],
    ['dos\r\nline', 'dos\nline'],
    ['\ttab', '    tab'],
    ['turned \u202e', 'turned ⟨U+202E⟩'],
    ['in\u200bvisible', 'invisible'],
    ['tag \u{e0041}\u{e0042}', 'tag '],
    ['family \u{1f468}\u200d\u{1f469}', 'family \u{1f468}\u200d\u{1f469}'],
    ['stray\u200djoiner', 'strayjoiner'],
    ['half \ud83d', 'half \ufffd'],
    ['日本語 – ümläut', '日本語 – ümläut'],
    ['an unfinished \u001b]0;title\nnext line', 'an unfinished ␛]0;title\nnext line'],
  ])('%j', (text, expected) => {
    expect(sanitize(text)).toBe(expected)
  })

  test('what is taken as harmless at a glance is so at a second look', () => {
    // The soft hyphen asks for the second look, and goes. CR waits for what follows; a lone half is none.
    const points = Array.from({ length: 0x20000 }, (_, at) => at).filter((at) => at !== 0x0d)
    const differing = points
      .map((point) => String.fromCodePoint(point).repeat(6))
      .filter((pile) => sanitize(pile) !== sanitize(`${pile}\u00ad`))
    expect(differing).toEqual([])
  })

  test('one line stays one line', () => {
    expect(sanitizeLine('Subject\nFrom: somebody else')).toBe('Subject From: somebody else')
  })
})

describe('what is revealed', () => {
  test.each([
    ['plain\ntext\t!', 'plain\ntext    !'],
    ['a\u001b[31mred\u001b[0m', 'a␛[31mred␛[0m'],
    ['\u001b]0;title\u0007', '␛]0;title␇'],
    ['a\u009b31m', 'a⟨9B⟩31m'],
    ['a\r\nb', 'a␍\nb'],
    ['zero\u200bwidth', 'zero⟨U+200B⟩width'],
    ['a\u200db', 'a⟨U+200D⟩b'],
    ['\u{1f468}\u200d\u{1f469}', '\u{1f468}\u200d\u{1f469}'],
    ['soft\u00adhyphen', 'soft⟨U+00AD⟩hyphen'],
    ['\u202ertl', '⟨U+202E⟩rtl'],
  ])('%j is told as %j', (text, expected) => {
    expect(sanitize(reveal(text))).toBe(expected)
  })

  test('leaves nothing for the sanitiser to take out but marks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const told = reveal(parts.join(''))
        expect(forbidden.test(sanitize(told))).toBe(false)
        expect(told).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/u)
      }),
      { numRuns: runs },
    )
  })
})
