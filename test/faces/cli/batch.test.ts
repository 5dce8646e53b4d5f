import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Desk, openDesk, personAt } from '../../support/cli.ts'

let desk: Desk
beforeAll(() => {
  desk = openDesk(['critic', 'architect'])
})
afterAll(() => desk.close())

const line = (command: string, input: object = {}, as?: string) =>
  `${JSON.stringify({ command, input, ...(as === undefined ? {} : { as }) })}\n`
const answers = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as Answer)

test('answers come in the order of their lines, each sees what went before', () => {
  const input = Array.from({ length: 20 }, (_, at) => [
    line('send', { to: ['critic'], subject: `${at}` }, 'architect'),
    line('count', { owner: 'critic' }),
  ]).flat()
  const { code, out } = desk.run(['batch'], { input: input.join('') })
  expect(code).toBe(0)
  const totals = answers(out).flatMap(({ value }) => (value.total === undefined ? [] : [value.total]))
  expect(totals).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
})

test('a bad line is answered with its error, and the rest goes on', () => {
  const input = [
    'no JSON\n',
    '\n',
    '[]\n',
    line('sned', {}),
    line('send', { to: ['nobody'] }, 'architect'),
    line('count', { owner: 'critic', color: 'red' }),
    line('watch'),
    '{"command":"whoami","input":{},"sa":"critic"}\n',
    line('whoami', {}, 'critic').trimEnd(),
  ]
  const { code, out } = desk.run(['batch'], { input: input.join('') })
  expect(code).toBe(8)
  expect(answers(out).map(({ ok, error }) => (ok ? 'ok' : error.code))).toEqual([
    'usage',
    'usage',
    'usage',
    'unknown-recipient',
    'usage',
    'usage',
    'usage',
    'ok',
  ])
})

test('whoever a line acts as is looked up again once the roster changed', () => {
  const input = [
    line('send', { to: ['critic'], subject: 'one', task: 'T-1' }, 'architect'),
    line('task complete', { task: 'T-1', body: 'Done' }, 'architect'),
    line('task complete', { task: 'T-1', body: 'Done' }, 'architect'),
    line('agents update', { agent: 'architect', canComplete: true }, personAt(desk)),
    line('task complete', { task: 'T-1', body: 'Done' }, 'architect'),
  ]
  const { out } = desk.run(['batch'], { input: input.join('') })
  expect(answers(out).map(({ ok, error }) => (ok ? 'ok' : error.code))).toEqual([
    'ok',
    'not-allowed',
    'not-allowed',
    'ok',
    'ok',
  ])
})

test('lines that come together are stored together, each by itself, and the mail that they find is taken', () => {
  const input = [
    line('send', { to: ['critic'], subject: 'a', key: 'k' }, 'architect'),
    line('send', { to: ['critic'], subject: 'another', key: 'k' }, 'architect'),
    line('send', { to: ['nobody'] }, 'architect'),
    line('send', { to: ['critic'], subject: 'taken', kind: 'directive' }, 'architect'),
    line('wait', { take: true, kind: ['directive'], timeout: '20s' }, 'critic'),
    line('send', { to: ['critic'], subject: 'c' }, 'architect'),
    line('wait', { kind: ['handoff'], timeout: '1s' }, 'critic'),
    line('count', { owner: 'critic' }),
  ]
  const before = desk.json('count', '--as', 'critic').total as number
  const { code, out } = desk.run(['batch'], { input: input.join('') })
  const told = answers(out)
  expect(code).toBe(8)
  expect(told.map(({ ok, error }) => (ok ? 'ok' : error.code))).toEqual([
    'ok',
    'conflict',
    'unknown-recipient',
    'ok',
    'ok',
    'ok',
    'timeout',
    'ok',
  ])
  expect([told[4]?.value.message.subject, told[7]?.value.total]).toEqual(['taken', before + 2])
})

test('mail is handed over line by line', () => {
  const [sent] = desk.batch([{ command: 'send', input: { to: ['architect'], subject: 'x' }, as: 'critic' }])
  const input = line('read', { messages: [sent.id] }, 'architect') + line('inbox', { all: true }, 'architect')
  const [read, inbox] = answers(desk.run(['batch'], { input }).out)
  expect(read.value.messages[0].id).toBe(sent.id)
  expect(inbox.value.messages[0].status).toBe('read')
})

test('a reader gone early leaves the rest unread', async () => {
  // Each line is longer than what a reader and the system hold between them; of one message an agent gets 64 KiB at once.
  const ids = desk
    .batch(
      Array.from({ length: 18 }, (_, at) => ({
        command: 'send',
        input: { to: ['architect'], subject: `${at}`, body: 'x'.repeat(70_000) },
        as: 'critic',
      })),
    )
    .map(({ id }) => id as string)
  const child = desk.start(['batch'])
  const lines = [0, 6, 12].map((from) => line('read', { messages: ids.slice(from, from + 6) }, 'architect'))
  child.stdin?.end(lines.join(''))
  if (child.stdout === null) throw new Error('no pipe')
  await once(child.stdout, 'readable')
  child.stdout.destroy()
  await once(child, 'close')
  const { messages } = desk.json('inbox', 'architect', '--unread')
  expect(messages.map(({ id }: Answer) => id)).toEqual(ids)
})

test('a line is answered before the next one comes', async () => {
  const child = desk.start(['batch'])
  if (child.stdout === null || child.stdin === null) throw new Error('no pipes')
  for (const as of ['critic', 'architect']) {
    child.stdin.write(line('whoami', {}, as))
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    expect(answers(String(chunk))[0].value.address).toBe(as)
  }
  child.stdin.end()
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
})

test('an integer that loses digits is refused, wherever it stands in a line', () => {
  const lines = [
    '{"command":"send","input":{"to":["critic"],"payload":{"id":100000000000000000001}},"as":"architect"}',
    '{"command":"send","input":{"to":["critic"],"payload":{"id":100000000000000000000}},"as":"architect"}',
    '{"command":"send","input":{"to":["critic"],"subject":"100000000000000000001"},"as":"architect"}',
  ]
  const answered = answers(desk.run(['batch'], { input: `${lines.join('\n')}\n` }).out)
  expect(answered.map(({ ok }) => ok)).toEqual([false, true, true])
  expect(answered[0]?.error).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('would lose digits: write it as text, in quotes'),
  })
})
