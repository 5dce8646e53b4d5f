import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { exchangeOf, hopsAfter, loopSpan, loopWords, type Turn } from '../../src/domain/loops.ts'

const minute = 60_000
const now = 1_000 * minute
/** Who wrote, the newest last, a second apart; `P` is a person. */
const turns = (senders: string): readonly Turn[] =>
  [...senders].map((sender, at) => ({
    sender: sender.charCodeAt(0),
    at: now + 1000 * at,
    isPersons: sender === 'P',
  }))

describe('what goes to and fro', () => {
  it.each([
    ['', 0, 'nothing'],
    ['aaaaaaaaaaaaaaaaaaaa', 0, 'reports of one'],
    ['abababab', 8, 'two by turns'],
    ['aaaaaaabbb', 6, 'two in bursts: what the quieter one wrote, twice'],
    ['abcabcabc', 12, 'three in a ring'],
    ['aaaaaaabcdefgh', 0, 'single answers of many'],
    ['aaaabbcc', 0, 'helpers who wrote twice'],
    ['ababababPab', 0, 'since a person’s last word'],
    ['ababababPababab', 6, 'after it'],
  ])('%s: %i, %s', (senders, count) => {
    expect(exchangeOf(turns(senders), 0).count).toBe(count)
    // In whatever order the rows come.
    expect(exchangeOf(turns(senders).toReversed(), 0)).toEqual(exchangeOf(turns(senders), 0))
  })

  it('begins at a time, and says when and by whom', () => {
    const all = turns('abababab')
    const exchange = exchangeOf(all, now + 1500)
    expect(exchange).toEqual({ count: 6, since: now + 2000, senders: [98, 97] })
    expect(exchangeOf(all, now + 60_000).count).toBe(0)
  })

  it('never counts more than there is, and never less once more is written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
        fc.constantFrom('a', 'b'),
        (written, next) => {
          const [before, after] = [written, [...written, next]].map(
            (one) => exchangeOf(turns(one.join('')), 0).count,
          )
          expect(before).toBeLessThanOrEqual(2 * written.length)
          expect(after).toBeGreaterThanOrEqual(before ?? 0)
        },
      ),
    )
  })
})

test.each([
  [null, 0],
  [{ sentAt: now }, 1],
  [{ sentAt: now, hops: 7 }, 8],
  [{ sentAt: now - loopSpan, hops: 7 }, 8],
  [{ sentAt: now - loopSpan - 1, hops: 7 }, 1],
  [{ sentAt: now + minute, hops: 7 }, 8],
])('an answer to %j has %i hops', (answered, hops) => {
  expect(hopsAfter(answered, now)).toBe(hops)
})

test.each([
  [
    { agents: ['al', 'bob'], count: 20, since: now - 2 * minute, openedAt: now },
    'al ↔ bob: 20 messages in 2m',
  ],
  [{ agents: ['al', 'bob'], count: 20, since: null, openedAt: now }, 'al ↔ bob: 20 answers in a row'],
  [{ agents: ['al'], count: 600, since: now - 840_000, openedAt: now }, 'al: 600 messages in 14m'],
] as const)('%j is told as %s', (loop, words) => {
  expect(loopWords(loop)).toBe(words)
})
