import { describe, expect, test } from 'vitest'
import { parseQuery, type Term } from '../../src/domain/query/query.ts'

const now = Date.parse('2027-01-31T12:00:00Z')
const day = 86_400_000
const text = (value: string, more: Partial<Extract<Term, { type: 'text' }>> = {}): Term => ({
  type: 'text',
  text: value,
  phrase: false,
  prefix: false,
  not: false,
  ...more,
})

describe('a query', () => {
  const rows: readonly [string, readonly Term[]][] = [
    ['', []],
    ['red tests', [text('red'), text('tests')]],
    ['"red tests"', [text('red tests', { phrase: true })]],
    ['mer*', [text('mer', { prefix: true })]],
    ['-draft', [text('draft', { not: true })]],
    ['-"no more"', [text('no more', { phrase: true, not: true })]],
    ['subject:red', [text('red', { within: 'subject' })]],
    ['-body:"no more"', [text('no more', { phrase: true, not: true, within: 'body' })]],
    ['subject:mer*', [text('mer', { prefix: true, within: 'subject' })]],
    ['from:critic', [{ type: 'from', value: 'critic', not: false }]],
    ['-from:critic', [{ type: 'from', value: 'critic', not: true }]],
    ['to:swarm_dev/critic', [{ type: 'to', value: 'swarm_dev/critic', not: false }]],
    ['tag:"two words"', [{ type: 'tag', value: 'two words', not: false }]],
    ['kind:handoff', [{ type: 'kind', value: 'handoff', not: false }]],
    ['priority:urgent', [{ type: 'priority', value: 'urgent', not: false }]],
    ['is:unread', [{ type: 'is', value: 'unread', not: false }]],
    ['has:attachment', [{ type: 'has', value: 'attachment', not: false }]],
    ['after:7d', [{ type: 'after', at: now - 7 * day }]],
    ['before:2027-01-01', [{ type: 'before', at: Date.parse('2027-01-01') }]],
    ['note:this', [text('note:this')]],
    ['http://example.org', [text('http://example.org')]],
    [
      'from:a from:b x',
      [{ type: 'from', value: 'a', not: false }, { type: 'from', value: 'b', not: false }, text('x')],
    ],
  ]

  test.each(rows)('%s', (written, terms) => {
    expect(parseQuery(written, now).terms).toEqual(terms)
  })

  test.each([
    ['kind:letter', 'letter'],
    ['priority:1', 'urgent, high, normal, low'],
    ['is:new', 'unread'],
    ['has:body', 'attachment'],
    ['after:yesterday', 'yesterday'],
    ['from:""', 'from:critic'],
    ['subject:', 'subject:parser'],
    ['body: x', 'body:"merge'],
  ])('%s is an error that says what it may be', (written, says) => {
    try {
      parseQuery(written, now)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'usage' })
      expect(`${(error as Error).message} ${(error as { hint: string }).hint}`).toContain(says)
    }
  })

  test('a key without its value is an error', () => {
    expect(() => parseQuery('from:', now)).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})
