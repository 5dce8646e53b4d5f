import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance, nearestNames } from '../../src/domain/addressing/nearest.ts'
import { forwardSubject, previewOf, replySubject, titleOf } from '../../src/domain/message.ts'
import { ageOf, iso, parseDuration, parseTime } from '../../src/domain/moment.ts'
import { idOfRank, priorities, rankOf, rankRange, type Tier, tierOf } from '../../src/domain/priority.ts'

describe('lengths of time', () => {
  test.each([
    ['90s', 90_000],
    ['15m', 900_000],
    ['4h', 14_400_000],
    ['7d', 604_800_000],
    ['2w', 1_209_600_000],
    ['1h30m', 5_400_000],
    ['1.5h', 5_400_000],
    [' 15M ', 900_000],
    ['0s', 0],
    ['36525d', 36_525 * 86_400_000],
  ])('%j', (text, expected) => {
    expect(parseDuration(text)).toBe(expected)
  })

  test.each(['', '15', 'm', '-4h', '4 h', '4y', '1h-2m', 'soon', 'Infinityh', '36526d', '99999999999w'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeUndefined()
    },
  )
})

describe('points in time', () => {
  test('beyond all calendars are told as the last that there is', () => {
    expect([iso(9e15), iso(-9e15), iso(0)]).toEqual([
      '+275760-09-13T00:00:00.000Z',
      '-271821-04-20T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ])
  })

  const now = Date.parse('2027-01-31T09:00:00Z')

  test.each([
    ['15m', now + 900_000],
    ['+15m', now + 900_000],
    ['2027-01-31T10:00:00Z', Date.parse('2027-01-31T10:00:00Z')],
    ['2027-01-31T10:00:00+02:00', Date.parse('2027-01-31T08:00:00Z')],
    ['2027-01-31', Date.parse('2027-01-31')],
    ['2028-02-29T23:00-05:00', Date.parse('2028-03-01T04:00:00Z')],
    ['2027-01-31 10:00', Date.parse('2027-01-31T10:00')],
    ['2027-01-31T10:00:00.5Z', Date.parse('2027-01-31T10:00:00.500Z')],
  ])('%s', (text, expected) => {
    expect(parseTime(text, now)).toBe(expected)
  })

  test.each([
    '',
    'tomorrow',
    '2027-13-01',
    '2027-02-30',
    '2027-02-29T10:00+02:00',
    '2027-04-31 10:00',
    '2027-01-31T25:00',
    '31.1.2027',
    '1769850000',
    '2027-01-31T10:00 extra',
  ])('%j is none', (text) => {
    expect(parseTime(text, now)).toBeUndefined()
  })
})

test.each([
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3_599_999, '59m'],
  [3_600_000, '1h'],
  [86_400_000, '1d'],
  [364 * 86_400_000, '364d'],
  [365 * 86_400_000, '1y'],
  [-5000, '0s'],
])('%d ms ago is %s', (milliseconds, expected) => {
  expect(ageOf(1_800_000_000_000 - milliseconds, 1_800_000_000_000)).toBe(expected)
})

describe('the one order of every inbox', () => {
  test('is priority, then tier, then arrival', () => {
    const rows = priorities.flatMap((priority) =>
      ([1, 2, 3, 4, 5] as const).flatMap((tier) =>
        [1, 2, 2 ** 40].map((id) => rankOf(priority, tier as Tier, id)),
      ),
    )
    expect(rows).toEqual([...rows].sort((a, b) => a - b))
    expect(new Set(rows).size).toBe(rows.length)
    expect(Math.max(...rows)).toBeLessThan(Number.MAX_SAFE_INTEGER)
  })

  test('gives the id back, and keeps each priority within its range', () => {
    for (const priority of priorities)
      for (const id of [1, 2 ** 31, 2 ** 47]) {
        const rank = rankOf(priority, 5, id)
        const { from, to } = rankRange(priority)
        expect(idOfRank(rank)).toBe(id)
        expect(rank >= from && rank < to).toBe(true)
      }
  })

  test.each([
    ['system', 'request', 1],
    ['admin', 'request', 2],
    ['user', 'broadcast', 2],
    ['agent', 'interrupt', 3],
    ['agent', 'broadcast', 4],
    ['agent', 'complete', 6],
    ['agent', 'request', 5],
    ['agent', 'claim', 5],
  ] as const)('%s sending %s is tier %d', (sender, kind, tier) => {
    expect(tierOf(sender, kind)).toBe(tier)
  })
})

describe('nearest names', () => {
  const roster = ['architect', 'critic', 'implementer', 'swarm_dev/critic', 'greenplace/polecats/nux', 'coo']

  test.each([
    ['critc', ['critic', 'swarm_dev/critic']],
    ['architetc', ['architect']],
    ['Critic', ['critic', 'swarm_dev/critic']],
    ['nux', ['greenplace/polecats/nux']],
    ['implement', ['implementer']],
    ['zzzzzz', []],
  ])('%s', (wanted, expected) => {
    expect(nearestNames(wanted, roster)).toEqual(expected)
  })

  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'acb', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
  ])('%j to %j takes %d edits', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected)
  })

  const letters = fc.constantFrom('a', 'b', 'B', '/', '-', 'é', '\u{1f600}')
  const name = fc.string({ unit: letters, maxLength: 9 })

  test('a limit changes no number that is within it', () => {
    fc.assert(
      fc.property(name, name, fc.nat(6), (a, b, most) => {
        const whole = plainDistance([...a.toLowerCase()], [...b.toLowerCase()])
        expect(editDistance(a, b)).toBe(whole)
        const within = editDistance(a, b, most)
        if (whole <= most) expect(within).toBe(whole)
        else expect(within).toBeGreaterThan(most)
      }),
      { numRuns: 2_000 },
    )
  })

  test('among many names the nearest are those that a look at each of them finds', () => {
    fc.assert(
      fc.property(
        name,
        fc.uniqueArray(name, { maxLength: 40 }),
        fc.integer({ min: 1, max: 4 }),
        (wanted, names, most) => {
          const limit = Math.max(2, Math.floor(wanted.length / 3))
          const last = (path: string) => path.replace(/\/$/u, '').split('/').at(-1) ?? path
          const lower = wanted.toLowerCase()
          const scored = names.map((one) => {
            const near = Math.min(editDistance(wanted, one), editDistance(last(wanted), last(one)) + 0.5)
            const contains = lower.length >= 3 && one.toLowerCase().includes(lower)
            return { one, score: contains ? Math.min(near, 1) : near }
          })
          const expected = scored
            .filter(({ score }) => score <= limit)
            .sort((a, b) => a.score - b.score || (a.one < b.one ? -1 : 1))
          expect(nearestNames(wanted, names, most)).toEqual(expected.slice(0, most).map(({ one }) => one))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('subjects', () => {
  test.each([
    ['Tests red', 'Re: Tests red'],
    ['Re: Tests red', 'Re: Tests red'],
    ['RE: re: Tests red', 'Re: Tests red'],
    ['', ''],
    ['Regarding x', 'Re: Regarding x'],
  ])('a reply to %j is %j', (subject, expected) => {
    expect(replySubject(subject)).toBe(expected)
  })

  test.each([
    ['Tests red', 'Fwd: Tests red'],
    ['Fwd: Tests red', 'Fwd: Tests red'],
    ['', 'Fwd:'],
  ])('forwarding %j is %j', (subject, expected) => {
    expect(forwardSubject(subject)).toBe(expected)
  })

  test('a message without one shows how its body begins', () => {
    expect(titleOf({ subject: '', preview: previewOf('Hello\n\n  world') })).toBe('Hello world')
    expect([...previewOf('🙂'.repeat(400))]).toHaveLength(160)
  })
})

/** The textbook's table. */
function plainDistance(a: readonly string[], b: readonly string[]): number {
  const table = a.concat('').map((_, row) => b.concat('').map((__, column) => (row === 0 ? column : row)))
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.NaN
  for (let row = 1; row <= a.length; row += 1)
    for (let column = 1; column <= b.length; column += 1) {
      const steps = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
      ]
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) steps.push(at(row - 2, column - 2) + 1)
      const line = table[row]
      if (line !== undefined) line[column] = Math.min(...steps)
    }
  return at(a.length, b.length)
}
