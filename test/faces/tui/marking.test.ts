import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, word } from '../../../src/faces/tui/text/line.ts'
import { marked, marksOf } from '../../../src/faces/tui/text/marking.ts'

const searched = (query: string, text: string): Line =>
  marked([word(text)], marksOf({ source: { type: 'search', query }, filter: '' }))
const marksIn = (line: Line) => line.flatMap(({ text, style }) => (style === 'match' ? [text] : []))

const cases: readonly (readonly [query: string, text: string, marks: readonly string[]])[] = [
  ['login', 'the Login page', ['Login']],
  ['login page', 'the page of a login', ['page', 'login']],
  ['run-2.9', 'text of run-2.9, not of run-219', ['run-2.9']],
  ['src/a.b', 'src/a.b and src/axb', ['src/a.b']],
  ['a+b', 'aab, a+b', ['a+b']],
  ['og', 'dog og', ['og']],
  ['login -page', 'the login page', ['login']],
  ['--', 'a -- b', []],
]

describe('the words of a search', () => {
  it.each(cases)('%s in "%s"', (query, text, marks) => {
    expect(marksIn(searched(query, text))).toEqual(marks)
  })

  it('change no letter of a line, whatever they are', () => {
    const some = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...'-/\\^$.*+?()[]{}|&~'),
    )
    fc.assert(
      fc.property(fc.array(some, { maxLength: 4 }), fc.string(), (words, text) => {
        const query = words.join('x')
        expect(
          searched(query, `${text}${query}`)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(word(`${text}${query}`).text)
      }),
    )
  })
})
