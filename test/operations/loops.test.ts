import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shortId } from '../../src/domain/id.ts'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { folders } from '../../src/drivers/folders/folders.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { newestOf, newMail } from '../../src/services/mail/new-mail.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
const cap = 6
const settings = { ...defaultSettings, loops: { exchanged: cap, sent: 40 } }
const agent = (name: string, more = {}) => room.as(name, { settings, ...more })
beforeEach(async () => {
  room = await openMailRoom()
  for (const name of ['al', 'bob', 'cy']) await room.join(name)
  await room.join('lea', { kind: 'user' })
  lea = await agent('lea', { folders })
})
afterEach(() => room.close())

/** Two who answer each other in one thread; gives what each answer's copies became. */
async function answers(first: string, times: number): Promise<readonly { id: string; state: string }[]> {
  const sent = []
  let id = first
  for (let at = 0; at < times; at += 1) {
    room.now += 5_000
    const mailbox = await agent(at % 2 === 0 ? 'bob' : 'al')
    const answer = await mailbox.reply({ message: id, body: 'And you?' })
    sent.push({ id: answer.id, state: answer.recipients[0]?.state ?? '' })
    if (answer.problems !== undefined) expect(answer.problems[0]?.error.code).toBe('partial')
    id = answer.id
  }
  return sent
}

const states = (sent: readonly { state: string }[]) => sent.map(({ state }) => state)

test('answers one after another are held back at the cap, and a person lets them go on', async () => {
  const { id } = await (await agent('al')).send({ to: ['bob'], subject: 'Shall we?' })
  const sent = await answers(id, cap + 2)
  expect(states(sent)).toEqual([...Array(cap - 1).fill('delivered'), 'withheld', 'withheld', 'withheld'])
  const { loops } = await lea.listLoops({})
  expect(loops).toMatchObject([{ sort: 'thread', thread: id, held: 3 }])
  expect(loops[0]?.about).toMatch(/^al ↔ bob: 6 answers in a row$/u)
  const { attention } = await lea.attention({})
  expect(attention).toMatchObject([{ why: 'loop', loop: 1, command: 'watchpost loop continue 1' }])
  expect(attention[0]?.reason).toContain('3 held back')

  const al = await agent('al')
  expect((await al.inbox({})).messages.map((one) => one.id)).not.toContain(sent[cap]?.id)
  await expect(al.continueLoop({ loop: '1' })).rejects.toMatchObject({ code: 'not-allowed' })
  expect(await lea.continueLoop({ loop: '1' })).toMatchObject({ messages: 3, agents: ['al', 'bob'] })
  expect((await lea.attention({})).total).toBe(0)
  const [last] = (await (await agent('bob')).inbox({})).messages.slice(-1)
  expect(last?.id).toBe(sent.at(-1)?.id)
  // What answers it begins a new chain.
  expect(states(await answers(last?.id ?? '', 4))).toEqual(Array(4).fill('delivered'))
})

test('a chain that rests, or has a person in it, begins anew', async () => {
  const { id } = await (await agent('al')).send({ to: ['bob'], subject: 'Slowly' })
  const [last] = (await answers(id, cap - 1)).slice(-1)
  room.now += 11 * minute
  const slow = await answers(last?.id ?? '', cap - 1)
  expect(states(slow)).toEqual(Array(cap - 1).fill('delivered'))
  room.now += 1000
  const said = await lea.reply({ message: slow.at(-1)?.id ?? '', body: 'Go on.' })
  const answer = await (await agent('bob')).reply({ message: said.id, body: 'Yes.' })
  expect(answer.problems).toBeUndefined()
})

test('what a program sends while it works on a message goes on from there, also in new threads', async () => {
  const ring = ['al', 'bob', 'cy'] as const
  const sent = []
  for (let hops = 0; hops < 8; hops += 1) {
    room.now += 1000
    const mailbox = await agent(ring[hops % 3] ?? '', { hops })
    sent.push(
      (await mailbox.send({ to: [ring[(hops + 1) % 3] ?? ''], subject: `Round ${hops}` })).recipients[0],
    )
  }
  expect(sent.map((one) => one?.state)).toEqual([...Array(cap).fill('delivered'), 'withheld', 'withheld'])
})

test('debates, and mail to persons, have limits of their own', async () => {
  const al = await agent('al')
  const { id } = await al.send({
    to: ['bob'],
    kind: 'claim',
    subject: 'Tabs',
    statement: 'Use tabs.',
  } as never)
  let last = id
  for (let at = 0; at < cap; at += 1) {
    room.now += 1000
    const mailbox = await agent(at % 2 === 0 ? 'bob' : 'al')
    const said = await mailbox.reply({ message: last, kind: 'counter', statement: 'No.' } as never)
    expect(said.problems).toBeUndefined()
    last = said.id
  }
  for (let at = 0; at < 2 * cap; at += 1) {
    room.now += 1000
    const asked = await lea.send({ to: ['al'], subject: `Question ${at}` })
    expect((await al.reply({ message: asked.id, body: 'Yes.' })).problems).toBeUndefined()
  }
})

test('a stopped loop: its mail is in the archive, and unread gives it to its reader', async () => {
  const { id } = await (await agent('al')).send({ to: ['bob'], subject: 'Shall we?' })
  const held = (await answers(id, cap + 1)).find(({ state }) => state === 'withheld')?.id ?? ''
  const owner = (await lea.receipts({ message: held })).receipts[0]?.address ?? ''
  expect((await lea.read({ messages: [held], peek: true } as never)).value.messages[0]?.body).toBe('And you?')
  expect(await lea.stopLoop({ loop: '1' })).toMatchObject({ ending: 'stopped', messages: 2 })
  const mailbox = await agent(owner)
  expect((await mailbox.inbox({})).messages.map((one) => one.id)).not.toContain(held)
  expect((await mailbox.search({ query: ['is:archived', 'in', 'row'] })).messages).toEqual([])
  await mailbox.restore({ messages: [held] })
  expect((await mailbox.inbox({})).messages.map((one) => one.id)).toContain(held)
})

test('mail that is let go on is watched like mail that comes', async () => {
  const stop = new AbortController()
  const { id } = await (await agent('al')).send({ to: ['bob'], subject: 'Shall we?' })
  const held = (await answers(id, cap + 2)).filter(({ state }) => state === 'withheld')
  const owners = await Promise.all(
    held.map(async (one) => (await lea.receipts({ message: one.id })).receipts[0]?.address),
  )
  const [owner = ''] = owners
  const own = held.flatMap((one, at) => (owners[at] === owner ? [one.id] : []))
  expect(own).toHaveLength(2)
  const context = await seat(room.store, owner)
  const news = newMail(context, owner, await newestOf(context), stop.signal)
  const next = async () => shortId((await news.next()).value?.message.id ?? 0)
  const asked = await lea.send({ to: [owner], subject: 'first' })
  expect(await next()).toBe(asked.id)
  await lea.continueLoop({ loop: '1' })
  expect([await next(), await next()]).toEqual(own)
  const { id: last } = await lea.send({ to: [owner], subject: 'last' })
  expect(await next()).toBe(last)
  stop.abort()
})

test('a folder of another system gets what is held back once it was let go on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-loops-'))
  const sync = () => lea.sync({ path: folder, format: 'adr003', once: true }, new AbortController().signal)
  const { id } = await (await agent('al')).send({ to: ['bob'], subject: 'Shall we?' })
  await answers(id, cap)
  for await (const _ of sync());
  const texts = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
  const before = texts().split('And you?').length
  await lea.continueLoop({ loop: '1' })
  for await (const _ of sync());
  expect(texts().split('And you?').length).toBeGreaterThan(before)
})
