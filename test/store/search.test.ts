import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '../../src/domain/id.ts'
import { parseQuery, type Query } from '../../src/domain/query/query.ts'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { openBodies } from '../../store/sqlite/rows/bodies.ts'
import { openSearch } from '../../store/sqlite/search/search.ts'
import { openTextIndex } from '../../store/sqlite/search/text-index.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder, openBare, type Planted, plant } from '../support/store-bare.ts'

const now = 1_000_000
const runs = scaled(100, 3_000)
const me = 'swarm_dev/architect'
const big = `${'filler '.repeat(100)}needle in a file`

/** Their ids are their places here, counted from 1. */
const mail: readonly Planted[] = [
  {
    from: 'swarm_dev/critic',
    to: [me],
    subject: 'Review of the parser',
    body: 'The parser drops quotes.',
    kind: 'request',
    priority: 'urgent',
    copies: [{ owner: me, owes: true }],
  },
  {
    from: 'critic',
    to: ['all'],
    subject: 'Release notes',
    body: 'Shipping v1.2 today, “finally”.',
    more: { tags: ['release', 'Project X'] },
    copies: [{ owner: me, box: 'read', acknowledgedAt: 5 }, { owner: 'tester' }],
  },
  {
    from: me,
    to: ['tester', 'mayor/'],
    subject: 'Re: Review of the parser',
    body: 'Fixed in 3f2a1b.',
    thread: 1,
    kind: 'response',
    copies: [{ owner: 'tester' }, { owner: 'mayor/' }],
  },
  {
    from: 'tester',
    to: [me],
    body: 'no subject here, but a parser',
    task: 'T-41',
    more: { payload: { a: 1 } },
    copies: [{ owner: me, box: 'archived', was: 'completed' }],
  },
  {
    from: 'Zoë',
    to: [me],
    subject: 'Café',
    body: '设计文档 がんばる 메일을 🚀 naïve',
    priority: 'low',
    more: { attachments: ['a.txt'] },
    copies: [{ owner: me, box: 'snoozed', was: 'unread', snoozedUntil: now + 1 }],
  },
  {
    from: 'tester',
    to: ['role:architect'],
    subject: 'Deploy OR die',
    body: 'NEAR the edge * of "reason"',
    more: { context: { b: 2 } },
    copies: [{ owner: me, box: 'snoozed', was: 'read', snoozedUntil: now - 1, pinned: true }],
  },
  {
    from: 'rig/polecats/nux',
    to: [me],
    subject: 'dead',
    body: 'letter',
    copies: [{ owner: me, box: 'dead', was: 'unread' }],
  },
  {
    from: 'rig/nux',
    to: [me],
    subject: 'too late',
    body: 'for this',
    copies: [{ owner: me, expiresAt: now - 1 }],
  },
  { from: 'tester', to: [me], subject: 'big one', body: big, copies: [{ owner: me, box: 'processing' }] },
]

const questions: readonly (readonly [string, readonly number[]])[] = [
  ['', [9, 8, 7, 6, 5, 4, 3, 2, 1]],
  // words
  ['parser', [4, 3, 1]],
  ['PARSER quotes', [1]],
  ['parser -quotes', [4, 3]],
  ['pars*', [4, 3, 1]],
  ['pars', []],
  ['"of the parser"', [3, 1]],
  ['"parser the of"', []],
  ['-"of the parser" parser', [4]],
  ['cafe', [5]],
  ['naive', [5]],
  ['zoe', []],
  ['设计', [5]],
  ['计文', [5]],
  ['文设', []],
  ['文*', [5]],
  ['んば', [5]],
  ['かん', []],
  ['메일', [5]],
  ['v1.2', [2]],
  ['needle', [9]],
  ['-parser', [9, 8, 7, 6, 5, 2]],
  ['-parser -the', [9, 8, 7, 5, 2]],
  ['urgent', []],
  ['m', []],
  // one text alone
  ['subject:parser', [3, 1]],
  ['body:parser', [4, 1]],
  ['subject:parser body:parser', [1]],
  ['parser -subject:parser', [4]],
  ['-body:parser subject:parser', [3]],
  ['subject:rev*', [3, 1]],
  ['subject:"of the parser"', [3, 1]],
  ['body:"of the parser"', []],
  ['subject:the subject:review', [3, 1]],
  ['subject:cafe', [5]],
  ['body:设计', [5]],
  ['subject:设计', []],
  ['body:needle', [9]],
  ['"die near"', []],
  ['subject:!!', []],
  ['subject:!! parser', [4, 3, 1]],
  // people
  ['from:critic', [2, 1]],
  ['from:swarm_dev/critic', [1]],
  ['from:agent:swarm_dev/critic', [1]],
  ['from:CRITIC parser', [1]],
  ['from:zoë', [5]],
  ['from:rig/crew/nux', [8, 7]],
  ['from:nux', [8, 7]],
  ['-from:tester', [8, 7, 5, 3, 2, 1]],
  ['from:critic from:nux', [8, 7, 2, 1]],
  ['from:critic -from:swarm_dev/critic', [2]],
  ['to:architect', [9, 8, 7, 6, 5, 4, 2, 1]],
  ['to:all', [2]],
  ['to:role:architect', [6]],
  ['to:mayor', [3]],
  ['to:mayor/', [3]],
  ['to:tester', [3, 2]],
  ['from:nobody', []],
  // facts
  ['kind:request', [1]],
  ['kind:request kind:response', [3, 1]],
  ['-kind:notification', [3, 1]],
  ['priority:urgent', [1]],
  ['priority:low priority:urgent', [5, 1]],
  ['tag:release', [2]],
  ['tag:"project x"', [2]],
  ['task:t-41', [4]],
  ['-task:T-41 from:tester', [9, 6]],
  ['has:attachment', [5]],
  ['has:payload', [4]],
  ['has:context', [6]],
  ['has:task', [4]],
  ['-has:subject', [4]],
  [`thread:${shortId(1)}`, [3, 1]],
  [`thread:${shortId(3)}`, [3, 1]],
  [`thread:${shortId(1).slice(0, 4)}`, [3, 1]],
  ['thread:FOREIGN-7', [2]],
  ['thread:unknown-thing', []],
  [`-thread:${shortId(1)} parser`, [4]],
  // the copy of who asks
  ['is:unread', [1]],
  ['is:read', [6, 2]],
  ['is:processing', [9]],
  ['is:unread is:read', [6, 2, 1]],
  ['-is:unread parser', [4, 3]],
  ['is:completed', [4]],
  ['is:archived', [4]],
  ['is:snoozed', [5]],
  ['is:pinned', [6]],
  ['is:acknowledged', [2]],
  ['is:owed', [1]],
  ['is:dead', [7]],
  ['is:expired', [8]],
  ['is:failed', []],
  ['is:unread from:critic parser', [1]],
  // time: message n arrived at n seconds
  ['after:1970-01-01T00:00:08Z', [9, 8]],
  ['before:1970-01-01T00:00:03Z', [2, 1]],
  ['after:1970-01-01T00:00:02Z before:1970-01-01T00:00:04Z parser', [3]],
  ['before:1970-01-01T00:00:00Z', []],
  ['after:2030-01-01', []],
  // what must not be taken for syntax
  ['deploy OR', [6]],
  ['" OR *', [6]],
  ['OR NOT AND', []],
  ['NEAR(', [6]],
  ['NEAR("the edge" 3)', []],
  ['"reason', [6]],
  ['the"edge', [6]],
  ['*', []],
  ['""', []],
  ['- parser', [4, 3, 1]],
  ['^parser', [4, 3, 1]],
  ['{subject}: parser', [4]],
  ['drops\u0000quotes', [1]],
  ["'; DROP TABLE messages; --", []],
  ['🚀', []],
  ['🚀 naïve', [5]],
  ['-🚀 cafe', [5]],
  ['设计', [5]],
  ['设*', [5]],
  ['计', [5]],
  ['\ud800', []],
]

const folder = makeFolder()
let connection: Connection

beforeAll(() => {
  connection = openBare(folder.location)
  const bodies = openBodies(folder.location)
  for (const one of mail) plant(connection, one.body === big ? { ...one, bodyFile: bodies.keep(big) } : one)
  connection.database.prepare("INSERT INTO foreign_ids VALUES('gastown', 'FOREIGN-7', 2)").run()
})
afterAll(() => {
  connection.database.close()
  folder.remove()
})

async function idsOf(
  query: Query,
  options: { owner?: string | null; best?: boolean; limit?: number } = {},
): Promise<number[]> {
  const search = openSearch(connection)
  const ids: number[] = []
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const page = await search.search(query, options.owner === undefined ? me : options.owner, now, {
      limit: options.limit ?? 50,
      after,
      best: options.best ?? false,
    })
    ids.push(...page.rows.map(({ message }) => message.id))
    after = page.next
  }
  return ids
}

/** As if the index had come as far as this and no further. */
function indexUpTo(upto: number): void {
  connection.database.exec(
    `INSERT INTO messages_text(messages_text) VALUES('delete-all'); UPDATE text_state SET upto = 0`,
  )
  const index = openTextIndex(connection)
  const insert = connection.database.prepare(
    'INSERT INTO messages_text(rowid, subject, body, facets) VALUES(?, ?, ?, ?)',
  )
  for (const { id, subject, body, facets } of index.documents(1, upto + 1))
    insert.run(id, subject, body, facets)
  connection.database.prepare('UPDATE text_state SET upto = ?').run(upto)
}

describe.each([
  ['nothing is indexed', 0],
  ['half is indexed', 4],
  ['all is indexed', mail.length],
])('search, when %s', (_, upto) => {
  beforeAll(() => indexUpTo(upto))

  it.each(questions)('%j', async (text, ids) => {
    expect(await idsOf(parseQuery(text, now))).toEqual(ids)
  })

  it.each(questions)('%j a page at a time', async (text, ids) => {
    expect(await idsOf(parseQuery(text, now), { limit: 2 })).toEqual(ids)
  })

  it.each(questions)('%j, the best first, finds the same', async (text, ids) => {
    const best = await idsOf(parseQuery(text, now), { best: true, limit: 3 })
    expect(best.sort((one, other) => other - one)).toEqual(ids)
  })
})

describe('search', () => {
  const words = fc.constantFrom('parser', 'the', 'review', 'of', 'tester', 'edge', 'here')
  const term = fc.oneof(
    fc.record({ word: words, not: fc.boolean() }).map(({ word, not }) => `${not ? '-' : ''}${word}`),
    fc.constantFrom(
      'from:critic',
      'subject:parser',
      '-subject:review',
      'body:par*',
      '-body:the',
      '-from:tester',
      'is:unread',
      '-is:read',
      'has:subject',
      'par*',
      '"of the"',
      'to:tester',
      'kind:response',
      'tag:release',
    ),
  )

  it(proof('search: index and tail find the same whatever part is indexed', runs, 'queries'), async () => {
    const terms = fc.array(term, { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        terms,
        fc.integer({ min: 0, max: mail.length }),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        async (parts, upto, best, limit) => {
          const query = parseQuery(parts.join(' '), now)
          indexUpTo(0)
          const expected = await idsOf(query, { best })
          indexUpTo(upto)
          expect(await idsOf(query, { best, limit })).toEqual(expected)
        },
      ),
      { numRuns: runs },
    )
  })

  it('takes any text for words', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '*', '(', ')', '^', '+', ':', '-', '{', '}', ' ', 'a', '\0', 'OR', 'NEAR'),
      }),
    )
    const one = fc.record({
      type: fc.constant('text' as const),
      text: hostile,
      phrase: fc.boolean(),
      prefix: fc.boolean(),
      not: fc.boolean(),
    })
    const other = fc.record({
      type: fc.constantFrom('from', 'to', 'tag', 'task', 'thread'),
      value: hostile,
      not: fc.boolean(),
    })
    indexUpTo(4)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(one, other), { maxLength: 5 }),
        async (terms) => void (await idsOf({ terms })),
      ),
    )
  })

  it('answers is: with nothing to somebody without mail', async () => {
    expect(await idsOf(parseQuery('is:unread', now), { owner: null })).toEqual([])
    expect(await idsOf(parseQuery('is:unread', now), { owner: 'stranger' })).toEqual([])
    expect(await idsOf(parseQuery('-is:unread parser', now), { owner: null })).toEqual([4, 3, 1])
  })

  it('puts a hit in the subject before one in the body', async () => {
    expect(await idsOf(parseQuery('parser', now), { best: true })).toEqual([1, 3, 4])
  })

  it('gives whole letters, with the copy of who asks or none', async () => {
    const search = openSearch(connection)
    const page = { limit: 1, best: false, after: null }
    const query = parseQuery('from:swarm_dev/critic', now)
    const [mine] = (await search.search(query, me, now, page)).rows
    expect(mine).toMatchObject({
      message: { id: 1, from: 'swarm_dev/critic', subject: 'Review of the parser' },
      delivery: { owner: me, box: 'unread', owes: true },
    })
    const [theirs] = (await search.search(query, 'tester', now, page)).rows
    expect(theirs).toMatchObject({ message: { id: 1 }, delivery: null })
  })

  it('refuses a cursor that is none', async () => {
    const search = openSearch(connection)
    const page = { limit: 5, best: false, after: 'nonsense' }
    await expect(search.search({ terms: [] }, me, now, page)).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('a long tail', () => {
  it('is searched newest first, stays exact while it grows and while the index catches up', async () => {
    const local = makeFolder()
    const other = openBare(local.location)
    const search = openSearch(other)
    const expected: number[] = []
    const check = async () => {
      const ids: number[] = []
      for (let after: string | null = null, first = true; first || after !== null; first = false) {
        const page = await search.search(parseQuery('rare', now), null, now, { limit: 7, after, best: false })
        ids.push(...page.rows.map(({ message }) => message.id))
        after = page.next
      }
      expect(ids).toEqual(expected)
    }
    for (let round = 0; round < 12; round += 1) {
      for (let at = 0; at < 100; at += 1) {
        const rare = (round * 100 + at) % 37 === 0
        const id = plant(other, { subject: rare ? 'a rare thing' : 'a common thing' })
        if (rare) expected.unshift(id)
      }
      await check()
      if (round % 3 === 2) await search.index()
      await check()
    }
    while (await search.index()) await check()
    await check()
    expect(openTextIndex(other).behind()).toBe(0)
    other.database.close()
    local.remove()
  })
})
