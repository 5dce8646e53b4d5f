import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let ann: Mailbox
let ben: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  ann = await room.join('ann', { role: 'reviewer' })
  ben = await room.join('ben', { role: 'reviewer', tag: ['concern:docs'] })
})
afterEach(() => room.close())

const names = ({ recipients }: { readonly recipients: readonly { readonly address: string }[] }) =>
  recipients.map(({ address }) => address)
const task = { subject: 'Fix the tokenizer', body: 'The tokenizer drops quotes in the parser.' }

/** Has an agent end some work, so that it can be learned from. */
async function worked(who: Mailbox, name: string, more: object, failing = false): Promise<string> {
  const { id } = await lea.send({ to: [name], ...task, ...more })
  if (failing) await who.fail({ messages: [id], reason: 'No idea' })
  else await who.complete({ messages: [id] })
  return id
}

test('mail goes to the agent that did like work, and the message names it', async () => {
  await worked(ben, 'ben', { subject: 'Quotes in the tokenizer' })
  const sent = await lea.send({ to: ['best:reviewer'], ...task })
  expect(sent.recipients).toEqual([{ address: 'ben', state: 'delivered' }])
  const [message] = (await ben.inbox({})).messages
  expect(message).toMatchObject({ id: sent.id, to: ['ben'], owes: true })
})

test('each thing that counts moves the choice', async () => {
  const first = async (more: object = {}) =>
    names(await lea.route({ to: ['best:reviewer'], ...task, ...more }))
  expect(await first()).toEqual(['ann'])
  expect(await first({ tag: ['concern:docs'] })).toEqual(['ben'])
  await lea.send({ to: ['ann'], subject: 'Something else' })
  expect(await first()).toEqual(['ben'])
  await worked(ann, 'ann', { subject: 'Tokenizer and quotes' })
  expect(await first()).toEqual(['ann'])
  for (const subject of ['Tokenizer one', 'Tokenizer two']) await worked(ann, 'ann', { subject }, true)
  expect(await first()).toEqual(['ben'])
  expect(await first({ exclude: ['ben'] })).toEqual(['ann'])
})

test('answered requests and items of a queue count as done', async () => {
  await lea.createQueue({ queue: 'work' })
  await lea.send({ to: ['queue:work'], ...task })
  const offer = await ben.claim({ queue: 'work' })
  await offer.settle()
  await ben.complete({ messages: [offer.value.message.id] })
  const { id } = await lea.send({ to: ['ben'], ...task, again: true })
  await ben.reply({ message: id, body: 'It is fixed.' })
  const { choices } = await lea.route({ to: ['best:'], ...task, explain: true })
  expect(choices[0]?.ranked?.[0]).toMatchObject({ agent: 'ben', done: 2, failed: 0 })
})

test('an agent that is heard of again may be chosen, though the roster was looked at before', async () => {
  room.now += 6 * hour
  await expect(lea.send({ to: ['best:reviewer'], ...task })).rejects.toMatchObject({
    message: expect.stringContaining('2 silent'),
  })
  await ben.beat({})
  expect(names(await lea.send({ to: ['best:reviewer'], ...task }))).toEqual(['ben'])
})

test('silent, frozen and forbidden agents are never chosen, and the table says why', async () => {
  await room.join('cleo', { role: 'reviewer', watched: true })
  await room.join('dora', { role: 'reviewer' })
  room.now += 6 * minute
  await lea.freezeAgent({ agent: 'dora' })
  for (const agent of ['ann', 'ben']) await (await room.as(agent)).beat({})
  await lea.updateAgent({ agent: 'ann', talksTo: ['ben', 'cleo', 'dora'] })
  const { choices } = await lea.route({ to: ['best:reviewer'], ...task, explain: true })
  expect(choices[0]?.left).toEqual([
    { agent: 'cleo', why: 'silent' },
    { agent: 'dora', why: 'frozen' },
  ])
  const narrow = await room.join('erin', { talksTo: ['ben'] })
  const explained = await narrow.route({ to: ['best:reviewer'], ...task, explain: true })
  expect(explained.choices[0]?.agent).toBe('ben')
  expect(explained.choices[0]?.left).toContainEqual({ agent: 'ann', why: 'not-allowed' })
  expect(names(await narrow.send({ to: ['best:reviewer'], ...task }))).toEqual(['ben'])
  room.now += 24 * hour
  await expect(lea.send({ to: ['best:reviewer'], ...task })).rejects.toMatchObject({
    code: 'unknown-recipient',
    message: 'best:reviewer has nobody to choose: 3 silent, 1 frozen; nothing was sent.',
  })
  const none = await lea.route({ to: ['best:reviewer'] })
  expect(none).toMatchObject({ recipients: [], choices: [{ agent: null }] })
  expect(none.problems?.[0]?.error.code).toBe('unknown-recipient')
})

test('the history of the message explains the choice', async () => {
  await worked(ben, 'ben', { subject: 'Quotes' })
  const { id } = await lea.send({ to: ['best:reviewer'], ...task })
  const { events } = await lea.history({ message: id })
  expect(events.find(({ what }) => what === 'chosen')).toMatchObject({
    owner: 'ben',
    from: 'lea',
    detail: { for: 'best:reviewer', before: 'ann 0', why: expect.stringContaining('(1 done)') },
  })
})

test('a repeat with the same key keeps the choice, whatever happened since', async () => {
  const letter = { to: ['best:reviewer'], ...task, key: 'once' }
  const first = await lea.send(letter)
  expect(names(first)).toEqual(['ann'])
  for (const subject of ['One', 'Two']) await lea.send({ to: ['ann'], subject })
  expect(names(await lea.route({ to: ['best:reviewer'], ...task }))).toEqual(['ben'])
  expect(await lea.send(letter)).toMatchObject({ ...first, duplicate: true })
  room.now += 24 * hour
  expect(await lea.send(letter)).toMatchObject({ id: first.id, duplicate: true })
  await expect(lea.send({ ...letter, to: ['best:'] })).rejects.toMatchObject({ code: 'conflict' })
})

test('two of them choose two agents, and none is chosen that is named', async () => {
  expect(names(await lea.send({ to: ['best:reviewer', 'best:reviewer'], ...task }))).toEqual(['ann', 'ben'])
  expect(names(await lea.send({ to: ['ann', 'best:'], ...task }))).toEqual(['ann', 'ben'])
  expect(names(await lea.send({ to: ['best:concern:docs'], ...task }))).toEqual(['ben'])
})

test('a handoff names the agent that was chosen in its body', async () => {
  const work = { to: 'best:reviewer', done: 'The tokenizer', key: 'hand' }
  const { id } = await lea.handoff(work)
  expect((await ann.thread({ message: id })).messages[0]?.body).toContain('Work handoff from lea to ann.')
  expect(await lea.handoff(work)).toMatchObject({ id, duplicate: true })
})

test('an agent whose name is also a role of others is the one that is meant', async () => {
  await room.join('zoe', { role: 'ann' })
  expect(names(await lea.send({ to: ['best:reviewer'], ...task }))).toEqual(['ann'])
})

test('forwards, drafts and templates of it are chosen when they are sent', async () => {
  const { id } = await lea.send({ to: ['ben'], subject: 'Read this' })
  expect(names(await lea.forward({ message: id, to: ['best:reviewer'] }))).toEqual(['ann'])
  const draft = await lea.saveDraft({ to: ['best:reviewer'], ...task })
  await lea.send({ to: ['ann'], subject: 'More' })
  await lea.send({ to: ['ann'], subject: 'And more' })
  expect(names(await lea.sendDraft({ draft: draft.id }))).toEqual(['ben'])
})

test('a form may ask for it: it is no unknown recipient, and route says more', async () => {
  expect(await lea.resolve({ to: ['best:reviewer', 'ann'] })).toEqual({
    recipients: [{ address: 'ann', via: 'to' }],
    how: ['best:reviewer'],
    unknown: [],
  })
  expect(await lea.route({ to: ['all', 'best:'], ...task })).toMatchObject({
    recipients: [{ address: 'ann' }, { address: 'ben' }],
    choices: [{ for: 'best:', agent: 'ann' }],
  })
  expect((await ann.inbox({})).messages).toEqual([])
})

test('it is refused where no new mail is addressed', async () => {
  const refused = { code: 'usage', message: expect.stringContaining('best:') }
  await expect(lea.send({ to: ['ann'], cc: ['best:'], body: 'x' })).rejects.toMatchObject(refused)
  await expect(lea.createGroup({ group: 'g', members: ['best:reviewer'] })).rejects.toMatchObject(refused)
  await expect(lea.updateAgent({ agent: 'ann', talksTo: ['best:'] })).rejects.toMatchObject(refused)
  await expect(lea.send({ to: ['best:a:b'], body: 'x' })).rejects.toMatchObject({ code: 'usage' })
  const { id } = await lea.send({ to: ['ann'], body: 'x' })
  await expect(lea.redeliver({ message: id, to: ['best:'] })).rejects.toMatchObject(refused)
})

test('imported mail cannot ask for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-best-'))
  try {
    const line = {
      id: '7d5b3a52-3c1c-4a58-9a55-1f0e2a8f3b01',
      sender: 'ann',
      recipient: 'best:reviewer',
      timestamp: '2027-01-31T11:00:00Z',
      content: 'Hello',
      thread: null,
      ttl_hours: null,
      read_by: [],
    }
    writeFileSync(join(folder, 'agent-mailbox.jsonl'), `${JSON.stringify(line)}\n`)
    const value = await lea.importMail({ format: 'haak', path: folder })
    expect(value.skipped).toHaveLength(1)
    expect(value.skipped[0]?.why).toContain('best:')
    expect((await ben.inbox({})).messages).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
