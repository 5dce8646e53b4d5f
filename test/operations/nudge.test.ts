import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { PaneDriver } from '../../src/services/pane-driver.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let typed: string[]
/** What happens while others type into the pane. */
let meanwhile: () => Promise<unknown>
const panes: PaneDriver = {
  async nudge({ id }, text, { check }) {
    await meanwhile()
    await check()
    typed.push(`${id}: ${text}`)
  },
  async show() {},
  capture: async () => '',
  titles: async () => new Map(),
}
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('lea', { kind: 'user' })
  await room.join('scout')
  critic = await room.join('critic', { pane: '%7' })
  typed = []
  meanwhile = async () => {}
})
afterEach(() => room.close())

const nudge = async (more: object = {}) =>
  (await room.as('lea', { panes })).nudge({ agent: 'critic', text: 'hi', ...more })
const ask = async (kind: 'request' | 'notification') =>
  (await (await room.as('lea')).send({ to: ['critic'], subject: 'Plan', body: 'Look', kind })).id
const outcomes = async () =>
  (await room.person.showAgent({ agent: 'critic' })).nudges?.map(({ outcome }) => outcome)

test.each(['request', 'notification'] as const)(
  'a %s that is read meanwhile needs no nudge',
  async (kind) => {
    const about = await ask(kind)
    meanwhile = async () => (await critic.read({ messages: [about] })).settle()
    await expect(nudge({ about })).rejects.toMatchObject({ code: 'conflict' })
    expect(typed).toEqual([])
    expect(await outcomes()).toEqual([expect.stringContaining('critic has already read')])
  },
)

test('one that was read and is not answered is nudged about until it is answered', async () => {
  const about = await ask('request')
  await (await critic.read({ messages: [about] })).settle()
  await nudge({ about })
  expect(typed).toEqual(['%7: [watchpost: lea] hi'])
  meanwhile = () => critic.reply({ message: about, body: 'Done' })
  await expect(nudge({ about })).rejects.toMatchObject({ code: 'conflict' })
  meanwhile = async () => {}
  await expect(nudge({ about })).rejects.toMatchObject({ code: 'conflict' })
  expect(typed).toHaveLength(1)
})

test('mail of others is nothing to nudge about', async () => {
  const { id } = await (await room.as('lea')).send({ to: ['scout'], subject: 'Plan' })
  await expect(nudge({ about: id })).rejects.toMatchObject({ code: 'not-found' })
})

test.each([
  ['retired', () => room.person.retireAgent({ agent: 'critic' })],
  ['frozen', () => room.person.freezeAgent({ agent: 'critic' })],
  ['in another pane', () => room.person.updateAgent({ agent: 'critic', pane: '%8' })],
])('an agent that is %s by then is typed to no more', async (_, change) => {
  meanwhile = change
  await expect(nudge()).rejects.toMatchObject({ code: 'conflict' })
  expect(typed).toEqual([])
})

test('who acts for another is named', async () => {
  const principal = await room.store.roster.find('lea')
  await (await room.as('scout', { panes, principal })).nudge({ agent: 'critic', text: 'hi', force: true })
  expect(typed).toEqual(['%7: [watchpost: scout (by lea)] hi'])
  expect((await room.person.showAgent({ agent: 'critic' })).nudges).toMatchObject([
    { from: 'scout', actor: 'lea', text: 'hi', outcome: 'typed' },
  ])
})

test('an agent may not insist', async () => {
  const scout = await room.as('scout', { panes })
  await expect(scout.nudge({ agent: 'critic', text: 'hi', force: true })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  expect(typed).toEqual([])
})

test('only the beginning of a text is kept', async () => {
  await nudge({ text: 'x'.repeat(1000) })
  expect((await room.person.showAgent({ agent: 'critic' })).nudges?.[0]?.text).toHaveLength(200)
})
