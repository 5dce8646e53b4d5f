import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
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

/** The polecat takes the work that it was given, and its lease ends. */
const lose = async (agent: string) => {
  const box = await room.as(agent)
  const { messages } = await box.inbox({})
  await box.process({ messages: messages.map(({ id }) => id), lease: minute })
  later(2)
  await deacon.patrol({})
}
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
  await lose('gastown/max')
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux', failures: 1 })
  await lose('gastown/nux')
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/max', failures: 2 })
  await lose('gastown/max')
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({
    decision: 'escalated',
    to: 'mayor/',
    failures: 3,
  })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'given-up', to: null })
  const told = (await subjects('mayor/')).filter((subject) => !subject.startsWith('Silent'))
  expect(told).toEqual(['ESCALATION: gt-1 failed 3 times'])
  expect(await deacon.redispatch({ bead: 'gt-1', done: true })).toMatchObject({
    decision: 'done',
    failures: 3,
  })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'sent', failures: 0 })
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

test('who lost it has it again only where nobody else is free', async () => {
  const max = await room.as('gastown/max')
  const body = 'Recovered abandoned bead from dead polecat.\n\nBead: gt-1\nPolecat: gastown/max\n'
  const report = { to: ['deacon/'], subject: 'RECOVERED_BEAD gt-1', kind: 'notification', body } as const
  await (await room.join('gastown/witness')).send(report)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux' })
  const nux = await room.as('gastown/nux')
  await nux.fail({ messages: (await nux.inbox({})).messages.map(({ id }) => id) })
  later(6)
  // Both lost it now, nux last.
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/max', failures: 1 })
  await max.fail({ messages: (await max.inbox({})).messages.map(({ id }) => id) })
  await room.person.freezeAgent({ agent: 'gastown/nux' })
  later(6)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/max', failures: 2 })
})

test('who works, is frozen or was given another bead is not free', async () => {
  const max = await room.as('gastown/max')
  const other = await deacon.send({ to: ['gastown/max'], subject: 'Do that' })
  await max.process({ messages: [other.id] })
  const nux = await room.as('gastown/nux')
  const { id } = await deacon.send({ to: ['gastown/nux'], kind: 'notification', subject: 'Do this' })
  await nux.process({ messages: [id] })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ decision: 'waiting', to: null })
  await nux.complete({ messages: [id] })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux' })
  const given = (await nux.inbox({})).messages.map((message) => message.id)
  await nux.ack({ messages: given, ignore: true })
  expect(await deacon.redispatch({ bead: 'gt-2' })).toMatchObject({ decision: 'waiting' })
  await room.person.freezeAgent({ agent: 'greenplace/tom' })
  expect(await deacon.redispatch({ bead: 'gp-2' })).toMatchObject({ decision: 'waiting', rig: 'greenplace' })
})

test('an answer that is owed keeps nobody from work, but others come first', async () => {
  await deacon.send({ to: ['gastown/max', 'gastown/nux'], subject: 'Answer this' })
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/max' })
  await deacon.registerAgent({ agent: 'gastown/polecats/zoe' })
  expect(await deacon.redispatch({ bead: 'gt-2' })).toMatchObject({ to: 'gastown/zoe' })
})

test('acknowledged protocol mail owes nothing; a HELP does', async () => {
  const max = await room.as('gastown/max')
  const witness = await room.join('gastown/witness')
  const fields = ['Exit=MERGED', 'MR=mr-1', 'Branch=b', 'Issue=gt-9']
  const { id } = await max.send({ template: 'POLECAT_DONE', field: fields })
  await witness.ack({ messages: [id] })
  expect((await witness.owed({})).owed).toEqual([])
  await max.send({ template: 'HELP', subject: 'stuck', to: ['gastown/witness'] })
  expect((await witness.owed({})).owed).toHaveLength(1)
})

test('time alone takes running work from nobody', async () => {
  await deacon.redispatch({ bead: 'gt-1' })
  const max = await room.as('gastown/max')
  await max.process({ messages: (await max.inbox({})).messages.map(({ id }) => id), lease: 240 * minute })
  later(60)
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({
    decision: 'waiting',
    failures: 0,
    why: expect.stringContaining('gastown/max has it'),
  })
  expect(await subjects('gastown/nux')).toEqual([])
  later(1)
  await recovered('gt-1')
  expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux', failures: 1 })
})

test.each(['freezeAgent', 'retireAgent'] as const)(
  'work of a polecat that is gone is lost: %s',
  async (end) => {
    await deacon.redispatch({ bead: 'gt-1' })
    await room.person[end]({ agent: 'gastown/max' })
    later(6)
    expect(await deacon.redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux', failures: 1 })
  },
)

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

const recovered = (bead: string, to = 'deacon/') =>
  deacon.send({
    to: [to],
    kind: 'notification',
    subject: `RECOVERED_BEAD ${bead}`,
    body: `Recovered abandoned bead from dead polecat.\n\nBead: ${bead}\nPolecat: gastown/furiosa`,
  })
const beads = async (dryRun = false) =>
  (await deacon.patrol({ dryRun })).acts.filter(({ act }) => act === 'redispatch')

test('what comes of it is what its polecat does with the mail: then it is free for the next', async () => {
  const { message } = await deacon.redispatch({ bead: 'gt-1' })
  const max = await room.as('gastown/max')
  await max.complete({ messages: [message ?? ''] })
  expect(await deacon.redispatch({ bead: 'gt-2' })).toMatchObject({ to: 'gastown/max', failures: 0 })
  const { messages } = await max.inbox({})
  await max.fail({ messages: messages.map(({ id }) => id), reason: 'No such file' })
  later(6)
  expect(await beads()).toMatchObject([{ what: 'noted that gt-2 failed', why: 'gastown/max reported it.' }])
  expect(await deacon.redispatch({ bead: 'gt-2' })).toMatchObject({ to: 'gastown/nux', failures: 1 })
})

test('a report of lost work gives it out on patrol, and is closed; a later one is a failure', async () => {
  const { id } = await recovered('gt-1')
  expect(await beads(true)).toMatchObject([{ what: 'would assign gt-1 to gastown/max', messages: [id] }])
  expect(await subjects('gastown/max')).toEqual([])
  expect(await beads()).toMatchObject([{ what: 'assigned gt-1 to gastown/max' }])
  expect(await subjects('gastown/max')).toEqual(['REDISPATCH gt-1'])
  expect(await subjects('deacon/')).toEqual([])
  const [given] = (await (await room.as('gastown/max')).inbox({})).messages
  expect(given).toMatchObject({ from: 'deacon/', owes: true })
  later(1)
  await recovered('gt-1')
  expect(await beads()).toEqual([])
  later(6)
  expect(await beads()).toMatchObject([{ what: 'assigned gt-1 to gastown/nux' }])
  expect(await beads()).toEqual([])
})

test('a second report of the same loss gives nothing out again', async () => {
  await recovered('gt-1')
  const second = await recovered('gt-1', 'deacon/')
  later(1)
  const acts = await beads()
  expect(acts.map(({ what }) => what)).toEqual(['assigned gt-1 to gastown/max', `closed ${second.id}`])
  later(60)
  expect(await beads()).toEqual([])
})

test('a report waits while nobody is free, and for whom it was sent to where no rig is told', async () => {
  for (const agent of ['gastown/max', 'gastown/nux']) {
    const { id } = await deacon.send({ to: [agent], subject: 'Do this' })
    await (await room.as(agent)).process({ messages: [id], lease: 240 * minute })
  }
  await recovered('gt-1')
  await deacon.send({ to: ['deacon/'], kind: 'notification', subject: 'RECOVERED_BEAD qq-1', body: 'lost' })
  await deacon.send({ to: ['gastown/ann'], kind: 'notification', subject: 'RECOVERED_BEAD gt-9' })
  for (let time = 0; time < 2; time += 1) expect(await beads()).toEqual([])
  expect((await subjects('deacon/')).sort()).toEqual(['RECOVERED_BEAD gt-1', 'RECOVERED_BEAD qq-1'])
  await (await room.as('gastown/nux')).complete({
    messages: (await (await room.as('gastown/nux')).inbox({})).messages.map(({ id }) => id),
  })
  expect(await beads()).toMatchObject([{ what: 'assigned gt-1 to gastown/nux' }])
})

test('after three failures the mayor hears of it, and what was escalated is reported no more', async () => {
  const mayor = await room.join('mayor/')
  for (let time = 0; time < 4; time += 1) {
    await recovered('gt-1')
    await beads()
    for (const agent of ['gastown/max', 'gastown/nux']) {
      const box = await room.as(agent)
      for (const { id } of (await box.inbox({})).messages) await box.ack({ messages: [id], ignore: true })
    }
    later(6)
  }
  expect((await mayor.inbox({})).messages).toMatchObject([{ subject: 'ESCALATION: gt-1 failed 3 times' }])
  await recovered('gt-1')
  expect(await beads()).toMatchObject([{ what: 'left gt-1 where it was escalated' }])
  expect(await subjects('deacon/')).toEqual([])
})

test('what failed goes to whom the settings promote it to, where that is somebody', async () => {
  const promoting = (promoteTo: string) =>
    room.as('deacon/', {
      settings: { ...defaultSettings, redispatch: { promoteAfter: 1, promoteTo } },
    })
  await deacon.redispatch({ bead: 'gt-1' })
  await deacon.redispatch({ bead: 'gt-1', failed: true })
  later(6)
  expect(await (await promoting('gastown/ann')).redispatch({ bead: 'gt-1' })).toMatchObject({
    to: 'gastown/ann',
    why: 'It failed 1 of 3 times; gastown/ann takes over failed work.',
  })
  await lose('gastown/ann')
  later(6)
  expect(await (await promoting('nobody')).redispatch({ bead: 'gt-1' })).toMatchObject({ to: 'gastown/nux' })
})

test('two at once send one message', async () => {
  const all = await Promise.all([1, 2, 3].map(() => deacon.redispatch({ bead: 'gt-1' })))
  expect(all.map(({ decision }) => decision).sort()).toEqual(['cooldown', 'cooldown', 'sent'])
  expect(await subjects('gastown/max')).toHaveLength(1)
})
