import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuery, type Query } from '../../src/domain/query/query.ts'
import { openBodies } from '../../store/sqlite/bodies/bodies.ts'
import type { Connection } from '../../store/sqlite/database/connection.ts'
import { openSearch } from '../../store/sqlite/search/search.ts'
import { openTail } from '../../store/sqlite/search/search-tail.ts'
import { openTextIndex } from '../../store/sqlite/search/text-index.ts'
import { proof, scaled } from '../support/scale.ts'
import { makeFolder, openBare, plant } from '../support/store-bare.ts'
import { big, mail, me, now, questions, worded } from './search-questions.ts'

const runs = scaled(100, 3_000)
const places = mail.map((_, at) => at + 1)

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
    expect(await idsOf(parseQuery(worded(text, places), now))).toEqual(ids)
  })

  it.each(questions)('%j a page at a time', async (text, ids) => {
    expect(await idsOf(parseQuery(worded(text, places), now), { limit: 2 })).toEqual(ids)
  })

  it.each(questions)('%j, the best first, finds the same', async (text, ids) => {
    const best = await idsOf(parseQuery(worded(text, places), now), { best: true, limit: 3 })
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

describe('a tail whose messages are sifted', () => {
  const texts = [
    'Merge the Schema',
    'émigré merge',
    '\u212Aelvin',
    'a\0merge',
    'MERGED',
    'x'.repeat(70_000).concat(' merge'),
    'mer ge',
    '',
  ]
  const asked = [
    'merge',
    'MERGE',
    'merge*',
    '"the schema"',
    'mer',
    'kelvin',
    'emigre',
    'émigré',
    'schema merge',
    '-merge',
    'kind:request merge',
    'subject:merge',
    '50%',
    '_erge',
    'm-e',
  ]

  it.each(asked)('is searched for %s as any other', async (text) => {
    const local = makeFolder()
    const other = openBare(local.location)
    for (const subject of texts) plant(other, { subject: subject.slice(0, 200) })
    for (const body of texts) plant(other, { subject: 'note', body })
    const index = openTextIndex(other)
    const found = async (longTail: number, best: boolean) => {
      const search = openSearch(other, index, openTail(other, index, longTail))
      const page = await search.search(parseQuery(text, now), null, now, { limit: 50, after: null, best })
      return page.rows.map(({ message }) => message.id)
    }
    expect(await found(0, false)).toEqual(await found(10_000, false))
    expect(await found(0, true)).toEqual(await found(10_000, true))
    other.database.close()
    local.remove()
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
