import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, openDesk, personAt } from '../../support/cli.ts'

let desk: Desk
beforeEach(() => {
  desk = openDesk(['al', 'bob'])
})
afterEach(() => desk.close())

const away = (...more: readonly string[]) => desk.run(['away', ...more])
function ended(subject: string, ...reason: readonly string[]): void {
  const { id } = desk.json('send', 'bob', '-s', subject, '-b', 'x', '--as', 'al', '--again')
  desk.run([reason.length === 0 ? 'complete' : 'fail', id, ...reason, '--as', 'bob'])
}

test('says so where nothing happened', () => {
  const { code, out, err } = away('--since', '2h')
  expect([code, out]).toEqual([0, ''])
  expect(err).toBe('Nothing happened in the last 2h, and nothing waits for you.\n')
})

test('prints what waits first, then what failed and what ended, then each agent, and no control character', () => {
  ended('Build')
  ended('Deploy \u001b[31mred', '--reason', 'no tests\u0007')
  desk.run(['escalate', '--to', personAt(desk), '-s', 'Which?', '-b', 'A or B', '--as', 'al'])
  const { code, out } = away('--since', '2h')
  expect(code).toBe(0)
  expect(out).not.toMatch(/[\u0007\u001b]/u)
  const lines = out
    .replaceAll(/\b[0-9A-Z]{5}\b/gu, 'ID')
    .replaceAll(/\d+s ago/gu, 'now')
    .split('\n')
  expect(lines).toEqual([
    'What happened in the last 2h:',
    '',
    '1 thing waits for you',
    '1 escalation from 1 agent',
    '',
    '1 failed',
    expect.stringMatching(/^now {2}bob {2}ID {2}Deploy .*red: no tests/u),
    '',
    '1 finished',
    'now  bob  ID  Build',
    '',
    '1 agent',
    'bob  1 failed, 1 finished',
    '',
  ])
})

test('names how many more there are', () => {
  const input = { to: ['bob'], body: 'x', again: true }
  const sent = desk.batch(Array.from({ length: 52 }, () => ({ command: 'send', input, as: 'al' })))
  desk.batch([{ command: 'complete', input: { messages: sent.map(({ id }) => id) }, as: 'bob' }])
  const { out } = away('--since', '2h')
  expect(out).toContain('52 finished\n')
  expect(out).toContain('\nand 2 more\n')
})

test('is a value for scripts, and refuses a time that is none', () => {
  ended('Build')
  const value = desk.json('away', '--since', '2h')
  expect(value).toMatchObject({
    finished: [{ by: 'bob', subject: 'Build' }],
    counts: { finished: 1, agents: 1 },
    whole: true,
  })
  expect(away('--since', '40d')).toMatchObject({ code: 2, err: expect.stringContaining('at most 31 days') })
})
