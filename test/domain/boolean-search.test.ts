import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMailError } from '../../src/domain/errors.ts'
import { parseQuery } from '../../src/domain/query/query.ts'
import { matches, type Searched } from '../../src/domain/query/query-match.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { demoStore, type Outside, openOutside } from '../support/terminal-world.ts'

const now = Date.now()
/** A search asks of the searcher's own copy. */
const noCopy = {
  owner: null,
  status: null,
  condition: null,
  owes: false,
  pinned: false,
  acknowledgedAt: null,
}
let outside: Outside
let lea: Mailbox
let every: readonly Searched[]
const found = new Map<string, ReadonlySet<string>>()

const leaves = [
  'parser',
  'store',
  '"tests passed"',
  'subject:schema',
  'nosuchword',
  'from:critic',
  'from:coo',
  'to:lea',
  'is:unread',
  'is:owed',
  'kind:request',
  'kind:handoff',
  'priority:urgent',
  'has:payload',
  'after:1h',
] as const

async function idsOf(query: string): Promise<ReadonlySet<string>> {
  const { messages } = await lea.search({ query: [query], limit: 500 })
  return new Set(messages.map(({ id }) => id))
}

beforeAll(async () => {
  outside = await openOutside(await demoStore(now))
  lea = await outside.as('lea')
  const { messages } = await lea.search({ query: ['after:9999d'], limit: 500 })
  const { value } = await lea.read({ messages: messages.map(({ id }) => id), peek: true })
  every = value.messages.map((message) => (message.owner === 'lea' ? message : { ...message, ...noCopy }))
  for (const leaf of leaves) found.set(leaf, await idsOf(leaf))
})
afterAll(() => outside.close())

type Tree =
  | { readonly type: 'leaf'; readonly text: (typeof leaves)[number] }
  | { readonly type: 'not'; readonly of: Tree }
  | { readonly type: 'and' | 'or'; readonly one: Tree; readonly other: Tree }

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'tree' },
    fc.record({ type: fc.constant('leaf' as const), text: fc.constantFrom(...leaves) }),
    fc.record({ type: fc.constant('not' as const), of: tie('tree') }),
    fc.record({ type: fc.constantFrom('and' as const, 'or' as const), one: tie('tree'), other: tie('tree') }),
  ),
}))

function written(of: Tree): string {
  if (of.type === 'leaf') return of.text
  if (of.type === 'not') return `not (${written(of.of)})`
  return `(${written(of.one)} ${of.type} ${written(of.other)})`
}

function held(of: Tree, id: string): boolean {
  switch (of.type) {
    case 'leaf':
      return found.get(of.text)?.has(id) === true
    case 'not':
      return !held(of.of, id)
    case 'and':
      return held(of.one, id) && held(of.other, id)
    case 'or':
      return held(of.one, id) || held(of.other, id)
  }
}

describe('and, or, not and brackets', () => {
  it('find what the sets of their words come to, in the store and at hand', async () => {
    expect(every.length).toBeGreaterThan(20)
    await fc.assert(
      fc.asyncProperty(tree, async (of) => {
        const query = written(of)
        const expected = every.filter(({ id }) => held(of, id)).map(({ id }) => id)
        try {
          const ids = await idsOf(query)
          expect(every.filter(({ id }) => ids.has(id)).map(({ id }) => id)).toEqual(expected)
          const parsed = parseQuery(query, now)
          if (query.includes(' '))
            expect(every.filter((one) => matches(parsed, one, now)).map(({ id }) => id)).toEqual(expected)
        } catch (error) {
          if (!isMailError(error) || !error.message.includes('too many alternatives')) throw error
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['parser or from:critic', ['parser', 'or', 'from:critic']],
    ['not is:unread from:critic', ['from:critic', 'and', 'not', 'is:unread']],
  ])('%s needs no brackets', async (query) => {
    const parsed = parseQuery(query, now)
    expect(parsed.any?.length).toBeGreaterThan(0)
  })

  it.each<readonly [string, number]>([
    ['foo(bar)', 0],
    ['(foo)', 1],
    ['"and" android', 0],
    ['a and', 1],
    ['or not', 0],
    ['((a', 1],
    ['a) or b', 2],
    ['-(a b)', 2],
    ['(from:a from:b) c', 2],
    ['tag:x and tag:y', 1],
  ])('%s comes to %s alternatives', (query, count) => {
    const { any } = parseQuery(query, now)
    expect(any?.length ?? 0).toBe(count)
  })

  it('never throw on random text, but for a key that lacks its value', () => {
    const bits = fc.constantFrom(
      '(',
      ')',
      '-(',
      ' and ',
      ' or ',
      ' not ',
      ' ',
      '"',
      '-',
      'a',
      'from:b',
      '*',
      ':',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 60 }),
          fc.array(bits, { maxLength: 25 }).map((all) => all.join('')),
        ),
        (text) => {
          try {
            parseQuery(text, now)
          } catch (error) {
            expect(isMailError(error) && error.code === 'usage').toBe(true)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
