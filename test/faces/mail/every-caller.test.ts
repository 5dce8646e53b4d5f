import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk } from '../../support/cli.ts'
import { callTool, connectMcp } from '../../support/mcp-client.ts'
import { urlOf } from '../../support/server-url.ts'
import { until } from '../../support/soon.ts'
import { leaveAll, type Outside, openOutside, start, watchpost } from '../../support/terminal-world.ts'

/** One operation on the request of a task: its command, which is its tool, too, and what it is given besides the request. */
type Act = { readonly command: string; readonly input?: Readonly<Record<string, string | true>> }
type Face = (agent: string, acts: readonly Act[], id: string) => unknown
type Way = (agent: string, id: string) => unknown

let desk: Desk
let outside: Outside
let server: ChildProcess
let url = ''
let token = ''
let agents = 0
beforeAll(async () => {
  desk = openDesk(['boss'], 'swarm-a')
  token = desk.json('token', 'create', '--role', 'user', '--id', 'lea').token
  outside = await openOutside(desk.store)
  server = desk.start(['serve', '--port', '0', '--entrypoint', 'boss'])
  url = await urlOf(server)
})
afterAll(async () => {
  await leaveAll()
  server.kill('SIGKILL')
  await outside.close()
  desk.close()
})

const nothing = () => 'The task was completed without a result.'
const result = () => '42'
const failed = (agent: string) => `${agent} failed the request: no time`

const succeeds = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  expect(desk.run(args, { env })).toMatchObject({ code: 0 })

function inputOf({ command, input = {} }: Act, id: string): object {
  return command === 'reply' ? { message: id, ...input } : { messages: [id], ...input }
}

const wordsOf = ({ command, input = {} }: Act, id: string): readonly string[] => [
  command,
  id,
  ...Object.entries(input).flatMap(([name, value]) => [`--${name}`, ...(value === true ? [] : [value])]),
]

const faces: Readonly<Record<string, Face>> = {
  'the command line': (agent, acts, id) => {
    for (const act of acts) succeeds([...wordsOf(act, id), '--as', agent])
  },
  'lines of batch': (agent, acts, id) =>
    desk.batch(acts.map((act) => ({ command: act.command, input: inputOf(act, id), as: agent }))),
  'tools of MCP': async (agent, acts, id) => {
    const connection = await connectMcp(desk, { as: agent })
    for (const act of acts)
      expect(await callTool(connection, act.command, inputOf(act, id))).toMatchObject({ isError: false })
    await connection.client.close()
  },
}

/** A task of an agent that nobody else has to do with: who asks it, and the end of that caller's wait. */
async function ask(canComplete: boolean) {
  agents += 1
  const agent = `agent-${agents}`
  const named = { agent, ...(canComplete && { canComplete }) }
  desk.batch([{ command: 'agents register', input: named }])
  const headers = { authorization: `Bearer ${token}`, connection: 'close' }
  const body = JSON.stringify({ subject: `Do ${agents}`, body: 'What is 6 x 7?', entrypoint: agent })
  const answer = fetch(`${url}/message`, { method: 'POST', headers, body })
  const box = await outside.as(agent)
  // A process that the test waits for keeps this one from sending anything.
  await until(async () => (await box.count({})).total === 1, 'the request')
  const [request] = (await box.inbox({ kind: ['request'] })).messages
  return { agent, box, id: request?.id ?? '', task: request?.task ?? '', answer }
}

async function ends(way: Way, words: (agent: string) => string, canComplete = true): Promise<void> {
  const { agent, box, id, task, answer } = await ask(canComplete)
  await way(agent, id)
  expect(await (await answer).json()).toEqual({ response: words(agent) })
  expect(await box.showTask({ task })).toMatchObject({ status: 'completed' })
  expect((await box.owed({})).owed).toEqual([])
  const left = await box.inbox({ unread: true })
  expect(left.messages.filter(({ kind }) => kind !== 'complete')).toEqual([])
}

describe.each(Object.keys(faces))('the caller of a task gets its end where the agent, by %s,', (face) => {
  const rows: readonly (readonly [string, readonly Act[], (agent: string) => string])[] = [
    [
      'answers, and completes',
      [{ command: 'reply', input: { body: '42' } }, { command: 'complete' }],
      result,
    ],
    ['completes', [{ command: 'complete' }], nothing],
    ['completes with a result', [{ command: 'complete', input: { result: '42' } }], result],
    ['fails', [{ command: 'fail', input: { reason: 'no time' } }], failed],
    ['will not answer', [{ command: 'ack', input: { ignore: true } }], nothing],
    // An agent has no tool for it unless more tools were asked for.
    ...(face === 'tools of MCP' ? [] : ([['archives', [{ command: 'archive' }], nothing]] as const)),
  ]
  describe.each([
    ['may complete tasks', true],
    ['may not', false],
  ])('and %s', (_, canComplete) => {
    it.each(rows)('%s', (_what, acts, words) =>
      ends((agent, id) => faces[face]?.(agent, acts, id), words, canComplete),
    )
  })
})

const run = (agent: string, code: number, ...words: readonly string[]) =>
  expect(desk.run(['run', agent, '--once', ...words])).toMatchObject({ code })
const hook = (agent: string, event: string) =>
  desk.run(['hook'], {
    input: readFileSync(join(import.meta.dirname, `../hook/fixtures/${event}.json`), 'utf8'),
    env: { WATCHPOST_AGENT: agent },
  })

/** A person sits before the mailbox of the agent, and presses keys on its only message. */
const atScreen =
  (...keys: readonly string[]): Way =>
  async (agent) => {
    const seat = start(watchpost(desk.store, agent), { env: { HOME: desk.folder } })
    await seat.sees(/Do \d+/u)
    await seat.press(...keys)
  }

describe('the caller of a task gets its end where', () => {
  it.each<[string, Way, (agent: string) => string]>([
    ['a program ends with 0', (agent) => run(agent, 0, '--', 'true'), nothing],
    [
      'a program prints the answer',
      (agent) => run(agent, 0, '--reply', '--', 'sh', '-c', 'echo 42'),
      () => '42\n',
    ],
    [
      'a program fails',
      (agent) => run(agent, 8, '--', 'false'),
      (agent) => `${agent} failed the request: exit code 1`,
    ],
    [
      'an agent was told of it by a hook, and ends it in its turn',
      (agent, id) => {
        expect(hook(agent, 'user-prompt-submit').out).toContain('What is 6 x 7?')
        succeeds(['complete', id, '--result', '42'], { WATCHPOST_AGENT: agent })
        expect(hook(agent, 'stop').code).toBe(0)
      },
      result,
    ],
    [
      'its agent is retired before it reads',
      (agent) => succeeds(['agents', 'retire', agent]),
      (agent) => `${agent} failed the request: was retired before reading it`,
    ],
    [
      'its agent is retired while it works',
      (agent, id) => {
        succeeds(['process', id, '--as', agent])
        succeeds(['agents', 'retire', agent])
      },
      (agent) => `The agent ${agent} is retired.`,
    ],
    ['a person completes it at the screen', atScreen('c'), nothing],
    ['a person archives it at the screen', atScreen('e'), nothing],
  ])('%s', (_, way, words) => ends(way, words))
})
