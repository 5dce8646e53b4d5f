import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { standIn } from '../../support/stand-in.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'lead'])
  desk.run(['agents', 'update', 'critic', '--reports-to', 'lead'], { env: { WATCHPOST_IDENTITY: 'person' } })
})
afterAll(() => desk.close())

const silent = 'ended without an answer'
const kinds = ['request', 'notification'] as const
const works = ['answer', 'complete', 'nothing'] as const
const exits = [0, 3] as const

/** One message, what its program does with it, and what becomes of it. */
type Row = readonly [kind: string, work: string, exit: number, outcome: string, reason: string | null]

const others: readonly Row[] = kinds.flatMap((kind) =>
  works.flatMap((work) =>
    exits.map((exit): Row => {
      const isDone = exit === 0 || work === 'complete'
      return [kind, work, exit, isDone ? 'completed' : 'failed', isDone ? null : `exit code ${exit}`]
    }),
  ),
)
const agents = others.map((row): Row => {
  const [kind, work, exit] = row
  return kind === 'request' && work === 'nothing' && exit === 0 ? [kind, work, exit, 'failed', silent] : row
})

/** Each message through the program; the first word of a reason says how the program ended. */
function outcomesOf(rows: readonly Row[], ...command: readonly string[]): readonly Row[] {
  const ids = desk
    .batch(
      rows.map(([kind, work, exit]) => ({
        command: 'send',
        as: 'lead',
        input: { to: ['critic'], subject: `${kind} ${work} ${exit}`, body: `Do: ${work} ${exit}`, kind },
      })),
    )
    .map(({ id }) => id as string)
  const { out, err } = desk.run(['run', 'critic', '--once', '--json', '--as', 'lead', ...command], {
    env: standIn(desk, command[command.indexOf('--') + 1] ?? ''),
  })
  expect(err).toBe('')
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  return ids.map((id, at) => {
    const { exit, outcome, reason } = lines.find(({ message }) => message === id)
    const [kind = '', work = ''] = rows[at] ?? []
    return [kind, work, exit, outcome, reason?.split(':')[0] ?? null]
  })
}

test('exit code 0 completes mail for every program', () => {
  expect(outcomesOf(others, '--', 'worker')).toEqual(others)
})

test('a coding agent that gave no answer to what asks for one failed it', () => {
  expect(outcomesOf(agents, '--', 'claude', '-p')).toEqual(agents)
})

test.each(['codex', 'gemini', 'qwen', 'opencode'])('%s is such an agent', (program) => {
  const rows: readonly Row[] = [
    ['request', 'nothing', 0, 'failed', silent],
    ['query', 'nothing', 0, 'failed', silent],
    ['response', 'nothing', 0, 'completed', null],
  ]
  expect(outcomesOf(rows, '--', program)).toEqual(rows)
})

test('with --reply its output is the answer, and none is none', () => {
  const rows: readonly Row[] = [
    ['request', 'say', 0, 'completed', null],
    ['request', 'nothing', 0, 'failed', silent],
    ['request', 'complain', 0, 'failed', silent],
    ['notification', 'nothing', 0, 'completed', null],
  ]
  expect(outcomesOf(rows, '--reply', '--', 'claude', '-p')).toEqual(rows)
})

test('the sender is told why', () => {
  outcomesOf([['request', 'complain', 0, 'failed', silent]], '--', 'claude')
  const { messages } = desk.json('inbox', 'lead', '--body')
  const notices = messages.filter(({ subject }: Answer) => subject === 'Failed: request complain 0')
  expect(notices.length).toBeGreaterThan(0)
  for (const { from, body } of notices)
    expect([from, body]).toEqual([
      'system',
      expect.stringContaining(`critic failed this: ${silent}: not allowed.`),
    ])
})
