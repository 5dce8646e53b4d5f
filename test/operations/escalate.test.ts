import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, noon, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
let lea: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  await room.join('boss')
  critic = await room.join('critic', { reportsTo: 'boss' })
})
afterEach(() => room.close())

const newest = async (owner: string) => {
  const { messages } = await lea.inbox({ owner, body: true })
  return messages.at(-1)
}

test('goes to the supervisor, as ADR-003 has it, in the thread of what is escalated', async () => {
  const { id } = await lea.send({ to: ['critic'], subject: 'Choose a design', task: 'T-1' })
  const sent = await critic.escalate({
    message: id,
    body: 'Both pass.',
    reason: 'Two designs',
    option: ['v1', 'v2'],
    deadline: '4h',
    severity: 'critical',
  })
  expect(sent).toMatchObject({
    thread: id,
    recipients: [{ address: 'boss', state: 'delivered' }],
    warnings: [],
  })
  expect(await newest('boss')).toMatchObject({
    kind: 'escalation',
    priority: 'urgent',
    subject: 'Escalation: Choose a design',
    replyTo: id,
    task: 'T-1',
    owes: true,
    body: expect.stringMatching(/^Both pass\.\n\n\*\*Reason:\*\* Two designs/u),
    payload: {
      escalation_id: expect.stringMatching(/^ESC-/u),
      reason: 'Two designs',
      severity: 'critical',
      options: ['v1', 'v2'],
      deadline: new Date(noon + 4 * hour).toISOString(),
      about: id,
      again: 0,
    },
  })
  const { owed } = await critic.owed({ byMe: true })
  expect(owed.map(({ message }) => message.id)).toEqual([id])
})

describe('without a supervisor', () => {
  test('goes to the coo, else to the human', async () => {
    const scribe = await room.join('scribe')
    await scribe.escalate({ subject: 'Stuck' })
    expect(await newest('lea')).toMatchObject({
      subject: 'CEO Escalation: Stuck',
      priority: 'high',
      body: '',
    })
    await room.join('coo')
    await scribe.escalate({ subject: 'Stuck', severity: 'low' })
    expect(await newest('coo')).toMatchObject({ subject: 'Escalation: Stuck', priority: 'low' })
  })

  test('and alone, says so', async () => {
    await expect(lea.escalate({ subject: 'Stuck' })).rejects.toMatchObject({ code: 'unknown-recipient' })
  })
})

test.each([
  ['human', 'lea', 'CEO Escalation: Stuck'],
  ['lea', 'lea', 'CEO Escalation: Stuck'],
  ['boss', 'boss', 'Escalation: Stuck'],
])('--to %s', async (to, owner, subject) => {
  await critic.escalate({ to, subject: 'Stuck' })
  expect(await newest(owner)).toMatchObject({ subject, to: [to] })
})

test.each([
  [{}, 'usage'],
  [{ subject: ' ' }, 'usage'],
  [{ subject: 'x', deadline: '2020-01-01' }, 'usage'],
  [{ subject: 'x', to: 'nobody' }, 'unknown-recipient'],
  [{ message: 'Q8Y7X' }, 'not-found'],
])('%j is refused: %s', async (input, code) => {
  await expect(critic.escalate(input)).rejects.toMatchObject({ code })
})

test('an unknown name is answered with what helps here', async () => {
  const to = async (name: string, who: Mailbox) =>
    who.escalate({ to: name, subject: 'Stuck' }).then(
      () => '',
      (error: { hint: string }) => error.hint,
    )
  expect(await to('bos', critic)).toBe('Did you mean boss? Leave out --to to escalate to boss.')
  expect(await to('group:deciders', critic)).toMatch(/agents`\. Leave out --to to escalate to boss\.$/u)
  expect(await to('bos', lea)).toBe('Did you mean boss?')
  const { id } = await critic.send({ to: ['boss'], subject: 'S' })
  await lea.retireAgent({ agent: 'boss' })
  await expect(critic.redeliver({ message: id, to: ['nobody'] })).rejects.toMatchObject({
    hint: 'List the roster with `watchpost agents`.',
  })
})

describe('a decision', () => {
  const ask = async (more: object = {}) =>
    critic.escalate({ subject: 'Which design', option: ['v1', 'v2'], to: 'lea', deadline: '4h', ...more })
  const waits = async (owner: Mailbox) =>
    (await owner.attention({})).groups.find(({ why }) => why === 'escalation')?.count ?? 0

  test('by an option carries its text, and leaves Attention', async () => {
    const { id } = await ask()
    expect(await waits(lea)).toBe(1)
    await lea.reply({ message: id, option: 2, body: 'It is smaller.' })
    expect(await waits(lea)).toBe(0)
    const { messages } = await critic.inbox({ body: true })
    expect(messages.at(-1)).toMatchObject({
      kind: 'response',
      body: 'Decision: v2\n\nIt is smaller.',
      payload: { option: 2, choice: 'v2', escalation_id: expect.stringMatching(/^ESC-/u) },
    })
  })

  test.each([
    [0, 'has no option 0', 'Choose one of 1 to 2.'],
    [3, 'has no option 3', 'Choose one of 1 to 2.'],
  ])('by option %i is refused', async (option, message, hint) => {
    const { id } = await ask()
    await expect(lea.reply({ message: id, option })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(message),
      hint,
    })
    expect(await waits(lea)).toBe(1)
  })

  test('by an option of what offers none is refused', async () => {
    const { id } = await critic.send({ to: ['lea'], subject: 'Hi' })
    await expect(lea.reply({ message: id, option: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('offers no options'),
    })
  })

  test('of one is a decision for all who were asked', async () => {
    const bob = await room.join('bob', { kind: 'user' })
    const scribe = await room.join('scribe')
    const { id } = await scribe.escalate({ subject: 'Stuck' })
    expect([await waits(lea), await waits(bob)]).toEqual([1, 1])
    await lea.reply({ message: id, kind: 'query', body: 'Since when?' })
    expect(await waits(bob)).toBe(1)
    await bob.reply({ message: id, body: 'Go on' })
    expect([await waits(lea), await waits(bob)]).toEqual([0, 0])
  })

  test('higher up is a decision for who did not answer below', async () => {
    const boss = await room.join('boss')
    const { id } = await critic.escalate({ subject: 'Stuck' })
    room.now += 4 * hour
    await lea.patrol({})
    expect([await waits(boss), await waits(lea)]).toEqual([1, 1])
    await lea.reply({ message: (await newest('lea'))?.id ?? '', body: 'Go on' })
    expect([await waits(boss), await waits(lea)]).toEqual([0, 0])
    expect((await boss.thread({ message: id })).messages.at(-1)?.from).toBe('lea')
  })

  test.each([
    [{ default: 3 }, '--default is not one of the options: 3'],
    [{ default: 1, deadline: undefined }, '--default needs a deadline.'],
  ])('by a default that cannot be taken is refused: %j', async (more, message) => {
    await expect(ask(more)).rejects.toMatchObject({ code: 'usage', message })
  })
})

describe('at the deadline', () => {
  const subjects = async (box: Mailbox) => (await box.inbox({})).messages.map(({ subject }) => subject)
  const acts = async (more: object = {}) =>
    (await lea.patrol(more)).acts.flatMap(({ act, what }) => (act === 'deadlines' ? [what] : []))

  test('those who were asked and the sender are told, and once more an hour later', async () => {
    const { id } = await critic.escalate({
      subject: 'Which',
      to: 'lea',
      option: ['v1', 'v2'],
      deadline: '1h',
    })
    expect(await acts()).toEqual([])
    room.now += hour
    expect(await acts({ dryRun: true })).toEqual([`would report the deadline of ${id}`])
    expect(await acts()).toEqual([`reported the deadline of ${id}`])
    expect(await acts()).toEqual([])
    for (const box of [lea, critic])
      expect(await subjects(box)).toContain('Deadline passed: CEO Escalation: Which')
    expect((await newest('critic'))?.body).toContain(`watchpost reply ${id} --option N`)
    room.now += hour
    expect(await acts()).toEqual([`reported the deadline of ${id}`])
    expect(await subjects(lea)).toContain('Still undecided: CEO Escalation: Which')
    room.now += hour
    expect(await acts()).toEqual([])
  })

  test('the default is taken in the name of who was asked, and the log says who did it', async () => {
    const { id } = await critic.escalate({
      subject: 'Which',
      to: 'lea',
      option: ['v1', 'v2'],
      default: 2,
      deadline: '1h',
    })
    room.now += hour
    expect(await acts({ dryRun: true })).toEqual([`would take the default of ${id}: v2`])
    expect(await acts()).toEqual([`took the default of ${id}: v2`])
    expect(await acts()).toEqual([])
    expect(await newest('critic')).toMatchObject({
      from: 'lea',
      kind: 'response',
      replyTo: id,
      body: 'Decision: v2\n\nNobody decided by the deadline, so the default was taken.',
      payload: { option: 2, choice: 'v2', taken: 'default' },
    })
    expect((await lea.attention({})).groups.some(({ why }) => why === 'escalation')).toBe(false)
  })

  test('what was decided before is left alone', async () => {
    const { id } = await critic.escalate({
      subject: 'Which',
      to: 'lea',
      option: ['v1', 'v2'],
      default: 2,
      deadline: '1h',
    })
    await lea.reply({ message: id, option: 1 })
    room.now += 2 * hour
    expect(await acts()).toEqual([])
  })
})
