import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestFirst } from '../../src/domain/query/best.ts'
import { parted } from '../../src/domain/query/unspaced.ts'
import { wordsOf } from '../../src/domain/query/words.ts'

const word = (text: string, more: { prefix?: boolean; within?: 'subject' | 'body' } = {}) => ({
  text,
  prefix: false,
  ...more,
})
const hit = (id: number, subject: string, body = '') => ({ id, subject, body })

describe('the best hit', () => {
  test.each([
    [
      'has the word in its subject',
      [word('parser')],
      [hit(1, 'The parser'), hit(2, 'Other', 'the parser')],
      [1, 2],
    ],
    ['has it more often', [word('parser')], [hit(1, '', 'parser parser'), hit(2, '', 'parser is')], [1, 2]],
    [
      'is shorter',
      [word('parser')],
      [hit(1, '', 'parser'), hit(2, '', `parser ${'and so on '.repeat(40)}`)],
      [1, 2],
    ],
    [
      'is newer, of equal ones',
      [word('parser')],
      [hit(1, 'parser'), hit(3, 'parser'), hit(2, 'parser')],
      [3, 2, 1],
    ],
    [
      'has both alternatives',
      [word('a1'), word('b2')],
      [hit(1, '', 'a1 b2'), hit(2, '', 'a1 no'), hit(3, '', 'a1 no')],
      [1, 3, 2],
    ],
    [
      'has the words in their order',
      [word('two words')],
      [hit(1, 'two words'), hit(2, 'words two'), hit(3, 'two other')],
      [1, 3, 2],
    ],
    [
      'has a word that begins so',
      [word('pars', { prefix: true })],
      [hit(1, 'parsing'), hit(2, 'a pear')],
      [1, 2],
    ],
    [
      'has it where it is looked for',
      [word('x', { within: 'body' })],
      [hit(1, 'z', 'x'), hit(2, 'x', 'z')],
      [1, 2],
    ],
    ['has it without accents and capitals', [word('CAFE')], [hit(1, 'Café'), hit(2, 'tea')], [1, 2]],
    ['has it in a script without spaces', [word('設計')], [hit(1, '新設計書'), hit(2, '計設')], [1, 2]],
  ])('%s', (_, wanted, hits, order) => {
    expect(bestFirst(wanted, hits)).toEqual(order)
    expect(bestFirst(wanted, hits.toReversed())).toEqual(order)
  })

  test('every hit stands in the order once', () => {
    const hits = fc
      .uniqueArray(fc.nat(), { maxLength: 20 })
      .map((ids) => ids.map((id) => hit(id, `w${id % 3}`)))
    fc.assert(
      fc.property(hits, (all) => {
        expect(bestFirst([word('w1')], all).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      }),
    )
  })
})

test('a text has the same words when it is parted before', () => {
  const special = fc.constantFrom(
    'が',
    'か\u3099',
    '日本語',
    'ไทย',
    '🎉',
    'É',
    'e\u0301',
    '-',
    '_',
    '½',
    '한',
    '\ud800',
    'ﬀ',
  )
  const text = fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 4 }), special), { maxLength: 8 })
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('')
      expect(wordsOf(parted(whole))).toEqual(wordsOf(whole))
    }),
  )
  expect(wordsOf('Café-Parser v2: 设计')).toEqual(['cafe', 'parser', 'v2', '设', '计'])
})
