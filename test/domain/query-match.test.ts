import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import { matches } from '../../src/domain/query/query-match.ts'
import type { FullMessageValue } from '../../src/services/values.ts'
import { demoStore, type Outside, openOutside } from '../support/terminal-world.ts'

let outside: Outside
let every: readonly FullMessageValue[]
const now = Date.now()
/** A search asks of the searcher's own copy: what a queue or another has counts for nothing. */
const noCopy = {
  owner: null,
  status: null,
  condition: null,
  owes: false,
  pinned: false,
  acknowledgedAt: null,
}

beforeAll(async () => {
  outside = await openOutside(await demoStore(now))
  const lea = await outside.as('lea')
  const { messages } = await lea.search({ query: ['after:9999d'], limit: 500 })
  const { value } = await lea.read({ messages: messages.map(({ id }) => id), peek: true })
  every = value.messages.map((message) => (message.owner === 'lea' ? message : { ...message, ...noCopy }))
})
afterAll(() => outside.close())

const queries = [
  'store',
  'STORE -schema',
  '"mailbox store"',
  'sto*',
  'store schema',
  'subject:store',
  '-subject:store store',
  'body:sto*',
  'subject:"mailbox store"',
  'from:critic',
  'from:swarm_dev/critic',
  'from:critic from:coo',
  '-from:critic',
  'to:lea',
  'to:architect kind:handoff',
  'kind:handoff kind:request',
  '-kind:request',
  'priority:urgent',
  'is:unread',
  'is:unread is:read',
  '-is:unread',
  'is:owed',
  'is:dead',
  'is:completed',
  'is:archived',
  'is:processing',
  'has:payload',
  'has:attachment',
  'has:context',
  'has:subject',
  'tag:handoff',
  'before:9999d',
  'from:critic is:unread store',
  'nosuchword',
  "don't",
  '--',
]

describe('what a message at hand matches', () => {
  it('is looked at on a world worth looking at', () => expect(every.length).toBeGreaterThan(20))

  it.each(queries)('%s, as the store finds it', async (query) => {
    const lea = await outside.as('lea')
    const { messages } = await lea.search({ query: [query], limit: 500 })
    const parsed = parseQuery(query, now)
    const held = every.filter((message) => matches(parsed, message, now)).map(({ id }) => id)
    expect(held.sort()).toEqual(messages.map(({ id }) => id).sort())
  })

  const written: readonly (readonly [string, boolean])[] = [
    ['文档', true],
    ['计文', true],
    ['文设', false],
    ['んば', true],
    ['かん', false],
    ['메일', true],
    ['naive', true],
  ]
  it.each<readonly [string, boolean]>([
    ['"tests red"', true],
    ['"red see"', false],
    ['subject:red', true],
    ['body:red', false],
    ['subject:see', false],
    ['-body:red subject:te*', true],
  ])('%s in a subject and a text: %s', (query, found) => {
    const [message] = every
    if (message === undefined) throw new Error('no message')
    expect(
      matches(parseQuery(query, now), { ...message, subject: 'Tests red', body: 'See job 41' }, now),
    ).toBe(found)
  })

  it.each(written)('%s in scripts without spaces: %s, as the index has it', (query, found) => {
    const [message] = every
    if (message === undefined) throw new Error('no message')
    const text = { ...message, subject: '', body: '设计文档 がんばる 메일을 naïve' }
    expect(matches(parseQuery(query, now), text, now)).toBe(found)
  })
})
