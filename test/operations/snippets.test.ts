import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseQuery } from '../../src/domain/query/query.ts'
import { printFound } from '../../src/faces/cli/print/print-mail.ts'
import { byLength, plainInk, type Sheet } from '../../src/faces/cli/sheet.ts'
import { inboxRows } from '../../src/faces/tui/panes/inbox/fetched.ts'
import { narrowPage } from '../../src/faces/tui/panes/inbox/narrow.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, noon, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea')
  critic = await room.join('critic')
})
afterEach(() => room.close())

const send = (body: string, subject = 'Report') => critic.send({ to: ['lea'], subject, body })
const found = async (query: string) => (await lea.search({ query: [query] })).messages
const snippets = async (query: string) =>
  (await found(query)).map(({ snippet = [] }) =>
    snippet.map(({ text, hit }) => (hit ? `[${text}]` : text)).join(''),
  )

test('a search shows where the words stand in the text', async () => {
  await send('The parser\ndrops quotes.')
  await send('Nothing here.', 'The parser again')
  expect(await snippets('parser')).toEqual(['', 'The [parser] drops quotes.'])
  expect(await snippets('subject:report')).toEqual([''])
  expect((await found('subject:report'))[0]).not.toHaveProperty('snippet')
})

test('also in a text too big for a row, and a lost one hides nothing else', async () => {
  await send(`The parser. ${'filler '.repeat(200_000)}`)
  await send('One more parser.')
  expect(await snippets('parser')).toEqual([
    'One more [parser].',
    expect.stringMatching(/^The \[parser\]\. /u),
  ])
  await lea.search({ query: ['parser'] })
  while (await room.store.messages.index());
  rmSync(join(room.location, 'bodies'), { recursive: true })
  expect(await snippets('parser')).toEqual(['One more [parser].', ''])
})

test('a filter shows the same', async () => {
  await send('The parser drops quotes.')
  const page = await narrowPage(lea, parseQuery('parser', noon), inboxRows(await lea.inbox({})), noon)
  expect(page.rows).toMatchObject([{ snippet: [{ text: 'The ' }, { text: 'parser', hit: true }, {}] }])
})

const sheet: Sheet = { now: noon, width: 40, ink: plainInk, measure: byLength }

test('a terminal shows it below each message, disarmed and no wider than it is; a file has a line a message', async () => {
  await send(`\u001b[2JThe parser ${'drops quotes '.repeat(20)}`)
  const value = await lea.search({ query: ['parser'] })
  const marked = { ...sheet, ink: (colour: string, text: string) => (colour === 'bold' ? `<${text}>` : text) }
  expect((await printFound(value, marked, {})).lines).toEqual([
    expect.stringContaining('Report'),
    '      The <parser> drops quotes drops quo…',
  ])
  const wide = { ...sheet, width: Number.POSITIVE_INFINITY }
  expect((await printFound(value, wide, {})).lines).toHaveLength(1)
})

test('all that match a box and words are changed, however many bodies there are to look at', async () => {
  for (let at = 0; at < 230; at += 1) await send(at % 2 === 0 ? `parser ${at}` : `other ${at}`)
  let reads = 0
  const { read, searchedBodies } = room.store.messages
  const messages = {
    ...room.store.messages,
    read: (...given: Parameters<typeof read>) => {
      reads += 1
      return read(...given)
    },
    searchedBodies: (...given: Parameters<typeof searchedBodies>) => {
      reads += 1
      return searchedBodies(...given)
    },
  }
  const counting = await room.as('lea', { store: { ...room.store, messages } })
  expect(await counting.changeAll({ verb: 'pin', box: 'inbox', query: 'parser' })).toMatchObject({
    changed: 115,
  })
  expect(await counting.changeAll({ verb: 'pin', box: 'inbox', query: '-parser' })).toMatchObject({
    changed: 115,
  })
  expect(reads).toBe(6)
})
