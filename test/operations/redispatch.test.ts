import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let deacon: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  deacon = await room.join('deacon/')
  for (const agent of [
    'gastown/polecats/max',
    'gastown/polecats/nux',
    'greenplace/polecats/tom',
    'gastown/crew/ann',
  ])
    await deacon.registerAgent({ agent })
})
afterEach(() => room.close())

const subjects = async (owner: string) =>
  (await (await room.as(owner)).inbox({})).messages.map(({ subject }) => subject)
const later = (minutes: number) => {
  room.now += minutes * minute
}

test('a bead goes to an idle polecat of its rig, and after three failures to the mayor, once', async () => {
  await room.join('mayor/')
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({
    decision: 'sent',
    rig: 'gastown',
    to: 'gastown/max',
    failures: 0,
  })
  expect(await subjects('gastown/max')).toEqual(['REDISPATCH gt-1'])
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'cooldown', message: null })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux', failures: 1 })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'waiting', failures: 2 })
  const max = await room.as('gastown/max')
  for (const { id } of (await max.inbox({})).messages) await max.complete({ messages: [id] })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/max', failures: 2 })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({
    decision: 'escalated',
    to: 'mayor/',
    failures: 3,
  })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'given-up', to: null })
  expect(await subjects('mayor/')).toEqual(['ESCALATION: gt-1 failed 3 times'])
  expect(await deacon.redispatch({ bead: 'gt-1', done: true })).toMatchObject({
    decision: 'done',
    failures: 3,
  })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'waiting', failures: 0 })
})

test('a failure that is said counts at once, and the next one waits for the cooldown', async () => {
  await deacon.redispatch({ bead: 'gt-1' })
  expect(await deacon.redispatch({ bead: 'gt-1', failed: true })).toMatchObject({
    decision: 'cooldown',
    failures: 1,
  })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'sent', failures: 1 })
})

test('who works, owes an answer, is frozen or was given another bead is not free', async () => {
  await deacon.send({ to: ['gastown/max'], subject: 'Answer this' })
  const nux = await room.as('gastown/nux')
  const { id } = await deacon.send({ to: ['gastown/nux'], kind: 'notification', subject: 'Do this' })
  await nux.process({ messages: [id] })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'waiting', to: null })
  await nux.complete({ messages: [id] })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux' })
  const given = (await nux.inbox({})).messages.map((message) => message.id)
  await nux.ack({ messages: given, ignore: true })
  expect(await deacon.redispatch({ bead: 'gt-2' })).toMatchObject({ decision: 'waiting' })
  await deacon.freezeAgent({ agent: 'greenplace/tom' })
  expect(await deacon.redispatch({ bead: 'gp-2' })).toMatchObject({ decision: 'waiting', rig: 'greenplace' })
})

test('a rig that the prefix does not tell is the one that the report names', async () => {
  await expect(deacon.redispatch({ bead: 'zz-1' })).rejects.toMatchObject({
    code: 'not-found',
    hint: 'The rigs are gastown, greenplace.',
  })
  await expect(deacon.redispatch({ bead: 'g-1' })).rejects.toMatchObject({ code: 'ambiguous' })
  await expect(deacon.redispatch({ bead: 'bead' })).rejects.toMatchObject({ code: 'usage' })
  await expect(deacon.redispatch({ bead: 'gt-1', failed: true, done: true })).rejects.toMatchObject({
    code: 'usage',
  })
  await deacon.send({
    to: ['gastown/ann'],
    subject: 'RECOVERED_BEAD zz-1',
    body: 'Bead: zz-1\nPolecat: greenplace/tom\nPrevious Status: hooked',
  })
  expect(await deacon.redispatch({ bead: 'zz-1' })).toMatchObject({ rig: 'greenplace', to: 'greenplace/tom' })
})

test('the mayor finds what was escalated before there was one', async () => {
  await deacon.redispatch({ bead: 'gt-1' })
  for (let time = 0; time < 3; time += 1) await deacon.redispatch({ bead: 'gt-1', failed: true })
  await room.join('mayor/')
  expect(await subjects('mayor/')).toEqual(['ESCALATION: gt-1 failed 3 times'])
})

test('two at once send one message', async () => {
  const all = await Promise.all([1, 2, 3].map(() => deacon.redispatch({ bead: 'gt-1' })))
  expect(all.map(({ decision }) => decision).sort()).toEqual(['cooldown', 'cooldown', 'sent'])
  expect(await subjects('gastown/max')).toHaveLength(1)
})
