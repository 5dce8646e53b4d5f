import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparedBy, likenesses } from '../../src/domain/query/likeness.ts'
import { type Candidate, type LikeWork, rankCandidates, reasonOf } from '../../src/domain/routing/ranking.ts'
import { rarest, tellingWords } from '../../src/domain/routing/words.ts'

const nothing = { tags: [], words: [] }
const candidate = (agent: string, more: Partial<Candidate> = {}): Candidate => ({
  agent,
  roles: [],
  tags: [],
  open: 0,
  owed: 0,
  ...more,
})
const done = (agent: string, likeness: number, message = 1): LikeWork => ({
  agent,
  message,
  ended: 'done',
  likeness,
})
const failed = (agent: string, likeness: number, message = 1): LikeWork => ({
  ...done(agent, likeness, message),
  ended: 'failed',
})
const order = (...given: Parameters<typeof rankCandidates>) =>
  rankCandidates(...given).map(({ agent }) => agent)

describe('the order of agents', () => {
  const rows: readonly [string, Parameters<typeof rankCandidates>, readonly string[]][] = [
    ['names alone', [nothing, [candidate('b'), candidate('a')], []], ['a', 'b']],
    ['who did like work first', [nothing, [candidate('a'), candidate('b')], [done('b', 0.4)]], ['b', 'a']],
    [
      'the more alike work counts more',
      [nothing, [candidate('a'), candidate('b')], [done('a', 0.2), done('b', 0.5)]],
      ['b', 'a'],
    ],
    [
      'more like work counts more',
      [nothing, [candidate('a'), candidate('b')], [done('a', 0.4), done('b', 0.4), done('b', 0.4, 2)]],
      ['b', 'a'],
    ],
    [
      'a full desk counts against it',
      [nothing, [candidate('a', { open: 4 }), candidate('b')], []],
      ['b', 'a'],
    ],
    ['so do answers that it owes', [nothing, [candidate('a', { owed: 1 }), candidate('b')], []], ['b', 'a']],
    [
      'a failure on like work counts against it',
      [nothing, [candidate('a'), candidate('b')], [failed('a', 0.4)]],
      ['b', 'a'],
    ],
    [
      'a failure on other work hardly counts',
      [nothing, [candidate('a'), candidate('b')], [failed('a', 0), done('a', 0.4, 2)]],
      ['a', 'b'],
    ],
    [
      'two failures weigh more than one success',
      [nothing, [candidate('a'), candidate('b')], [done('a', 0.8), failed('a', 0.8, 2), failed('a', 0.8, 3)]],
      ['b', 'a'],
    ],
    [
      'failures among much success are forgiven',
      [
        nothing,
        [candidate('a'), candidate('b')],
        [
          failed('a', 0.5),
          ...Array.from({ length: 9 }, (_, at) => done('a', 0.5, at + 2)),
          done('b', 0.1, 20),
        ],
      ],
      ['a', 'b'],
    ],
    [
      'a tag that the message has',
      [
        { tags: ['concern:parser'], words: [] },
        [candidate('a'), candidate('b', { tags: ['concern:parser'] })],
        [],
      ],
      ['b', 'a'],
    ],
    [
      'a role that the message speaks of',
      [
        { tags: [], words: ['review'] },
        [candidate('a', { roles: ['tester'] }), candidate('b', { roles: ['reviewer'] })],
        [],
      ],
      ['b', 'a'],
    ],
    [
      'like work counts more than a name',
      [
        { tags: [], words: ['review'] },
        [candidate('a', { roles: ['reviewer'] }), candidate('b')],
        [done('b', 0.5)],
      ],
      ['b', 'a'],
    ],
    [
      'of equal scores the one with less to do',
      [nothing, [candidate('a', { open: 1_000 }), candidate('b', { open: 999 })], []],
      ['b', 'a'],
    ],
  ]
  test.each(rows)('%s', (_, given, expected) => {
    expect(order(...given)).toEqual(expected)
  })

  test('says why', () => {
    const [first] = rankCandidates(
      { tags: ['concern:parser'], words: ['review'] },
      [candidate('a', { roles: ['reviewer'], tags: ['concern:parser'], open: 2, owed: 1 })],
      [done('a', 0.5, 7), failed('a', 0.1, 9)],
    )
    expect(first).toEqual({
      agent: 'a',
      score: 15 + 23 - 11 - 4,
      fit: 15,
      work: 23,
      load: -11,
      failures: -4,
      named: ['concern:parser', 'reviewer'],
      done: 1,
      failed: 1,
      open: 2,
      owed: 1,
      like: [7, 9],
    })
    expect(first && reasonOf(first)).toBe(
      'roles and tags 15 (concern:parser, reviewer); like work 23 (1 done); load -11 (2 open, 1 owed); failures -4 (1 failed)',
    )
  })
})

const names = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const tag = fc.constantFrom('concern:parser', 'project:x', 'domain:docs')
const field = fc.uniqueArray(
  fc.record({
    agent: names,
    roles: fc.uniqueArray(fc.constantFrom('reviewer', 'tester')),
    tags: fc.uniqueArray(tag),
    open: fc.nat(20),
    owed: fc.nat(20),
  }),
  { selector: ({ agent }) => agent, minLength: 1 },
)
const work = fc.record({
  agent: names,
  message: fc.nat(1_000),
  ended: fc.constantFrom('done' as const, 'failed' as const),
  likeness: fc.double({ min: 0, max: 1, noNaN: true }),
})
const asked = fc.record({
  tags: fc.uniqueArray(tag),
  words: fc.uniqueArray(fc.constantFrom('review', 'test', 'parser', 'x')),
})
const placeOf = (agent: string, ...given: Parameters<typeof rankCandidates>) => order(...given).indexOf(agent)

describe('for any agents and work', () => {
  test('the order does not depend on the order of the facts', () => {
    fc.assert(
      fc.property(asked, field, fc.array(work), (message, agents, works) => {
        expect(rankCandidates(message, agents.toReversed(), works.toReversed())).toEqual(
          rankCandidates(message, agents, works),
        )
      }),
    )
  })

  test('it ranks the candidates and nobody else, each once', () => {
    fc.assert(
      fc.property(asked, field, fc.array(work), (message, agents, works) => {
        expect(order(message, agents, works).toSorted()).toEqual(agents.map(({ agent }) => agent).toSorted())
      }),
    )
  })

  test('more to do, more failures or less done never helps', () => {
    fc.assert(
      fc.property(asked, field, fc.array(work), work, fc.nat(9), (message, agents, works, more, load) => {
        const agent = agents[0]?.agent ?? ''
        const before = placeOf(agent, message, agents, works)
        const busier = agents.map((one) => (one.agent === agent ? { ...one, open: one.open + load } : one))
        expect(placeOf(agent, message, busier, works)).toBeGreaterThanOrEqual(before)
        const lost: LikeWork = { ...more, agent, ended: 'failed' }
        expect(placeOf(agent, message, agents, [...works, lost])).toBeGreaterThanOrEqual(before)
        const won: LikeWork = { ...more, agent, ended: 'done' }
        expect(placeOf(agent, message, agents, [...works, won])).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('an agent that does worse than another changes nothing for the others', () => {
    fc.assert(
      fc.property(asked, field, fc.array(work), (message, agents, works) => {
        const without = agents.slice(1)
        const agent = agents[0]?.agent ?? ''
        expect(order(message, agents, works).filter((name) => name !== agent)).toEqual(
          order(message, without, works),
        )
      }),
    )
  })
})

describe('words', () => {
  test('of the subject come first, common and short ones are left out', () => {
    expect(
      tellingWords({
        subject: 'The parser is slow',
        body: 'Please profile the Parser on CI.',
        tags: ['concern:speed'],
      }),
    ).toEqual(['parser', 'slow', 'concern', 'speed', 'profile'])
  })

  test('are compared from the rarest on, as long as few messages have them', () => {
    const counted = [
      { word: 'work', in: 15_000 },
      { word: 'never', in: 0 },
      { word: 'parser', in: 12 },
      { word: 'token', in: 12 },
      { word: 'review', in: 9_000 },
    ]
    expect(rarest(counted).map(({ word }) => word)).toEqual(['parser', 'token', 'review'])
    expect(rarest([{ word: 'work', in: 45_000 }]).map(({ word }) => word)).toEqual(['work'])
  })
})

describe('likeness', () => {
  const words = [
    { word: 'parser', in: 3 },
    { word: 'tests', in: 500 },
  ]
  const like = (subject: string, body = '') =>
    likenesses(1_000, words, [
      comparedBy(1, { subject, body }, words),
      comparedBy(2, { subject: '', body: 'ten other words that have nothing to do with it all' }, words),
    ]).get(1) ?? 0

  test('is greater for rare words, for words of the subject and for more of them', () => {
    expect(like('', 'the parser')).toBeGreaterThan(like('', 'the tests'))
    expect(like('parser')).toBeGreaterThan(like('', 'parser'))
    expect(like('parser tests')).toBeGreaterThan(like('parser'))
    expect(like('something else')).toBe(0)
  })

  test('is from 0 to 1 for any counts', () => {
    const counts = fc.record({
      message: fc.nat(),
      length: fc.nat(5_000),
      counts: fc.tuple(fc.nat(300), fc.nat(300)),
    })
    fc.assert(
      fc.property(fc.array(counts), fc.nat(9), fc.nat(9), (earlier, one, other) => {
        const given = [
          { word: 'a', in: one },
          { word: 'b', in: other },
        ]
        for (const value of likenesses(5, given, earlier).values()) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(value).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
