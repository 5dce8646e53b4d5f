import { expect, test } from 'vitest'
import { excerptOf } from '../../src/domain/query/excerpt.ts'
import { parseQuery } from '../../src/domain/query/query.ts'

/** The hits in brackets. */
function shown(query: string, text: string): string | null {
  const parts = excerptOf(parseQuery(query, 0), text)
  return parts?.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('') ?? null
}

const far = `${'word '.repeat(100)}the needle is here ${'more '.repeat(100)}`

test.each<readonly [string, string, string | null]>([
  ['parser', 'The parser drops.', 'The [parser] drops.'],
  ['PARSER drops', 'The parser drops.', 'The [parser] [drops].'],
  ['"parser drops"', 'The parser\n\n  drops it.', 'The [parser drops] it.'],
  ['"drops parser"', 'The parser drops.', null],
  ['pars*', 'The parser drops.', 'The [parser] drops.'],
  ['pars', 'The parser drops.', null],
  ['cafe', 'A Café there', 'A [Café] there'],
  ['"café there"', 'A CAFE\u0301 there', 'A [CAFE\u0301 there]'],
  ['计文', '设计文档', '设[计文]档'],
  ['subject:parser', 'The parser drops.', null],
  ['body:parser', 'The parser drops.', 'The [parser] drops.'],
  ['-parser', 'The parser drops.', null],
  ['not parser or drops', 'The parser drops.', 'The parser [drops].'],
  ['from:critic', 'critic', null],
  ['...', 'The parser ...', null],
  ['v1.2', 'ship v1.2 now', 'ship [v1.2] now'],
  ['b', 'a b', 'a [b]'],
])('%s in %j', (query, text, expected) => {
  expect(shown(query, text)).toBe(expected)
})

test('far within a text it shows what stands around, cut between words', () => {
  expect(shown('needle', far)).toMatch(/^…word (?:word )+the \[needle\] is here (?:more )+more…$/u)
  const length = excerptOf(parseQuery('needle', 0), far)?.reduce((sum, { text }) => sum + text.length, 0)
  expect(length).toBeLessThan(230)
})

test('a text without gaps is cut between characters, not within one', () => {
  const parts = excerptOf(parseQuery('x', 0), `${'🚀'.repeat(200)} x ${'🚀'.repeat(200)}`)
  expect(parts?.map(({ text }) => text).join('')).not.toMatch(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u,
  )
})
