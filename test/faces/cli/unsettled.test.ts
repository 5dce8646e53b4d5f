import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect', 'boss'])
})
afterAll(() => desk.close())

describe('dead letters', () => {
  let id = ''
  beforeAll(() => {
    desk.json('agents', 'register', 'lost')
    id = desk.json('send', 'lost', '-s', 'Plan', '--as', 'architect').id
    desk.json('agents', 'retire', 'lost')
  })

  test('are listed with their reason, and their sender hears of it', () => {
    expect(desk.json('inbox', 'lost', '--dead').messages).toMatchObject([{ id, deadReason: 'retired' }])
    const { out } = desk.run(['inbox', 'lost', '--dead'])
    expect(out).toContain('†')
    expect(out).toContain('agent retired')
    expect(desk.run(['read', id, '--peek', '--as', 'boss']).out).not.toContain('agent retired')
    const [notice] = desk.json('inbox', 'architect', '--from', 'system').messages
    expect(notice).toMatchObject({ thread: id, subject: 'Undelivered: Plan' })
    expect(desk.run(['read', notice.id, '--peek', '--as', 'architect']).out).toContain(
      `watchpost redeliver ${id}`,
    )
  })

  test('can be sent again', () => {
    expect(desk.run(['redeliver', id]).code).toBe(4)
    const { out, code } = desk.run(['redeliver', id, '--to', 'critic'])
    expect([code, out]).toEqual([0, `${id} sent to critic\n`])
    expect(desk.run(['redeliver', id, '--to', 'critic']).code).toBe(4)
    expect(desk.json('history', id).events.map(({ what }: { what: string }) => what)).toContain('redelivered')
  })
})

test('owed tells both sides, with their age', () => {
  const { id } = desk.json('send', 'boss', '-s', 'How is it?', '--as', 'architect')
  const { out } = desk.run(['owed', '--as', 'architect', '--to-me'])
  expect(out).toMatch(new RegExp(`^owes you +boss +● +${id} +How is it\\? +\\d+s$`, 'mu'))
  expect(desk.run(['owed', '--as', 'boss']).out).toContain('you owe  architect')
  const [first] = desk.json('owed', '--by-me', '--as', 'boss').owed
  expect(first).toMatchObject({ who: 'architect', kind: 'by-me', message: { id, subject: 'How is it?' } })
  expect(desk.run(['owed', '--by-me', '--as', 'architect']).err).toBe('No answers are owed.\n')
})

test('a repeat is sent with a warning, and --again is understood', () => {
  const args = ['send', 'boss', '-s', 'Again?', '--as', 'architect']
  const { id } = desk.json(...args)
  const { code, out, err } = desk.run(args)
  expect([code, err]).toEqual([
    0,
    `Warning: boss has an unread message from you with the same subject (${id}). To send without this warning, add --again.\n`,
  ])
  expect(out).toContain('sent to boss')
  expect(desk.run([...args, '--again']).err).toBe('')
})

test('escalate goes up, as ADR-003 writes it', () => {
  desk.json('agents', 'update', 'critic', '--reports-to', 'boss')
  const sent = desk.json(
    'escalate',
    '-s',
    'Which design?',
    '-b',
    'Both pass.',
    '--reason',
    'Two designs',
    '--option',
    'v1',
    '--option',
    'v2',
    '--deadline',
    '4h',
    '--severity',
    'high',
    '--as',
    'critic',
  )
  const [message] = desk.json('read', sent.id, '--peek', '--as', 'boss').messages
  expect(message).toMatchObject({
    from: 'critic',
    kind: 'escalation',
    priority: 'high',
    subject: 'Escalation: Which design?',
    payload: { reason: 'Two designs', options: ['v1', 'v2'], severity: 'high' },
  })
  expect(desk.run(['escalate', '--as', 'critic']).code).toBe(2)
})
