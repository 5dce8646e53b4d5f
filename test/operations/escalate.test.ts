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
