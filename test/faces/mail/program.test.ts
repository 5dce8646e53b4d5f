import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'
import { standIn } from '../../support/stand-in.ts'

let here: Desk
let there: Desk
const running: ChildProcess[] = []
const told = new Map<Desk, string>()
beforeAll(() => {
  here = openDesk(['boss'], 'swarm-a')
  there = openDesk(['worker'], 'swarm-b')
  here.json('agents', 'update', 'boss', '--can-complete')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const desk of [here, there]) desk.close()
})

async function serve(
  desk: Desk,
  variables: NodeJS.ProcessEnv = {},
  ...args: readonly string[]
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = desk.start(['serve', '--port', '0', ...args], variables)
  running.push(child)
  told.set(desk, '')
  child.stderr?.setEncoding('utf8').on('data', (text: string) => told.set(desk, told.get(desk) + text))
  const urlIn = () => /"url":"([^"]+)"/u.exec(told.get(desk) ?? '')?.[1]
  await until(() => urlIn() !== undefined, 'the address of the server')
  return { url: urlIn() ?? '', child }
}

function end(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  return ended
}

it('a port that is none is refused by the name of its flag', () => {
  const { code, err } = here.run(['serve', '--port', '99999'])
  expect([code, err]).toEqual([
    2,
    'watchpost: Invalid port: 99999\n  Use 1 to 65535, or 0 for any free port.\n',
  ])
})

it('a task is asked for and followed by commands, and the server ends by a signal', async () => {
  const { url, child } = await serve(here, {}, '--entrypoint', 'boss')
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  expect(here.json('swarm', 'ping', url)).toMatchObject({ swarm: 'swarm-a', version: '1.3' })
  expect(here.run(['ask', url, 'Hello']).code).toBe(7)
  // A token that is none is refused by the server.
  expect(here.run(['ask', url, 'Hello', '--token', 'PATH']).code).toBe(7)
  const answer = new Promise<readonly Answer[]>((resolve) => {
    const asked = here.start(['ask', url, 'What is red?', '--json'], { WATCHPOST_TOKEN: token })
    let out = ''
    asked.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
    asked.on('exit', () =>
      resolve(
        out
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Answer),
      ),
    )
  })
  const { message } = here.json('wait', '--take', '--as', 'boss', '--timeout', '20s')
  here.json('task', 'complete', message.task, '-b', 'Nothing is', '--as', 'boss')
  expect((await answer).map(({ event, response }) => [event, response])).toEqual([
    ['new_message', null],
    ['new_message', null],
    ['task_complete', 'Nothing is'],
  ])
  expect(here.json('task', 'show', message.task)).toMatchObject({
    owner: 'user:lea@swarm-a',
    status: 'completed',
  })
  expect(await end(child)).toBe(143)
})

it('a program that answers for a supervisor ends the task, and an agent’s answer alone does not', async () => {
  const { url, child } = await serve(here, {}, '--entrypoint', 'boss')
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  const runner = here.start(['run', 'boss', '--reply', '--', 'sed', '-n', 's/^Say: //p'])
  running.push(runner)
  const { code, out } = here.run(['ask', url, 'Say: pong', '--json'], { env: { WATCHPOST_TOKEN: token } })
  const events = out.trimEnd().split('\n')
  expect([code, JSON.parse(events.at(-1) ?? '')]).toMatchObject([
    0,
    { event: 'task_complete', response: expect.stringContaining('pong') },
  ])
  await end(runner)
  expect(await end(child)).toBe(143)
  expect(here.json('owed', '--as', 'boss', '--by-me').owed).toEqual([])
})

it('a task is followed over a server that begins anew, and by its name without writing', async () => {
  const first = await serve(here, {}, '--entrypoint', 'boss')
  const port = new URL(first.url).port
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  const asked = here.start(['ask', first.url, 'Patience', '--json'], { WATCHPOST_TOKEN: token })
  let out = ''
  asked.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  const ended = new Promise((resolve) => asked.on('exit', resolve))
  await until(() => out.includes('new_message'), 'the first event')
  await end(first.child)
  const second = here.start(['serve', '--port', port, '--entrypoint', 'boss'])
  running.push(second)
  const { message } = here.json('wait', '--take', '--as', 'boss', '--timeout', '20s')
  here.json('task', 'complete', message.task, '-b', 'At last', '--as', 'boss')
  expect(await ended).toBe(0)
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
  expect(events.map(({ event, response }) => [event, response])).toEqual([
    ['new_message', null],
    ['new_message', null],
    ['task_complete', 'At last'],
  ])
  const again = here.run(['ask', first.url, '--task', message.task], { env: { WATCHPOST_TOKEN: token } })
  expect([again.code, again.out]).toEqual([0, 'At last\n'])
  expect(here.json('task', 'show', message.task).messages).toBe(2)
  expect(here.run(['ask', first.url], { env: { WATCHPOST_TOKEN: token } }).code).toBe(2)
  await end(second)
})

it('mail goes from one store to another, written while no server runs', async () => {
  const b = await serve(there)
  const { token } = there.json('token', 'create', '--role', 'agent', '--id', 'swarm-a')
  here.json('swarm', 'register', 'swarm-b', b.url, '--secret', 'TOKEN_B')
  expect(
    here.json('send', 'worker@swarm-b', '-s', 'Hi', '-b', 'From afar', '--as', 'boss').recipients,
  ).toEqual([{ address: 'worker@swarm-b', state: 'remote' }])
  const { child } = await serve(here, { TOKEN_B: token })
  const { message } = there.json('wait', '--as', 'worker', '--timeout', '20s')
  expect(message).toMatchObject({ from: 'boss@swarm-a', subject: 'Hi', body: 'From afar' })
  expect([await end(child), await end(b.child)]).toEqual([143, 143])
})

it('what cannot be served is told', () => {
  expect(here.run(['serve', '--host', '0.0.0.0']).code).toBe(7)
  expect(here.run(['serve', '--cert', 'nowhere.pem']).code).toBe(2)
  expect(here.run(['serve', '--cert', 'nowhere.pem', '--key', 'nowhere.pem']).code).toBe(3)
})

it('a token goes over plain HTTP within this machine only, and to a swarm goes its own', async () => {
  const secrets = { WATCHPOST_TOKEN: 'wp_any', SWARM_AUTH_TOKEN_SWARM_A: 'wp_own' }
  const far = here.run(['ask', 'http://192.0.2.1:8000', 'Hello'], { env: secrets })
  expect([far.code, far.err]).toEqual([7, expect.stringContaining('your token would be sent unencrypted')])

  const { url, child } = await serve(here, {}, '--entrypoint', 'boss')
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  there.json('swarm', 'register', 'swarm-a', url)
  const ask = (env: NodeJS.ProcessEnv) => there.run(['ask', 'swarm-a', '--task', 'none-such'], { env })
  // A token that the server knows comes as far as the task, which is not there.
  const answers = [
    ask({ WATCHPOST_TOKEN: token }),
    ask({ WATCHPOST_TOKEN: token, SWARM_AUTH_TOKEN_SWARM_A: 'wp_other' }),
    ask({ WATCHPOST_TOKEN: 'wp_other', SWARM_AUTH_TOKEN_SWARM_A: token }),
  ]
  expect(answers.map(({ err }) => err)).toEqual([
    expect.stringContaining('There is no token in $SWARM_AUTH_TOKEN_SWARM_A'),
    expect.stringContaining('invalid token'),
    expect.not.stringContaining('token'),
  ])
  expect(await end(child)).toBe(143)
})

it('a coding agent that ends without an answer fails the task that it was given', async () => {
  const { url, child } = await serve(here, {}, '--entrypoint', 'boss')
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  const runner = here.start(['run', 'boss', '--', 'claude', '-p'], standIn(here, 'claude'))
  running.push(runner)
  const asked = here.start(['ask', url, 'Do: nothing 0', '--json'], { WATCHPOST_TOKEN: token })
  running.push(asked)
  let out = ''
  asked.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  await until(() => out.includes('"event":"task_'), 'the end of the task')
  await end(runner)
  const { event, text } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')
  expect([event, text]).toEqual([
    'task_error',
    expect.stringContaining('boss failed the request: ended without an answer'),
  ])
  expect(await end(child)).toBe(143)
})
