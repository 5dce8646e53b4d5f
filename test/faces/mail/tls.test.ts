import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk, type Ran } from '../../support/cli.ts'
import { until } from '../../support/soon.ts'

/** A certificate for localhost, good for a hundred years, and that of the authority which signed it. */
const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url))
const [cert, key, authority] = ['localhost.pem', 'localhost.key', 'authority.pem'].map(fixture) as [
  string,
  string,
  string,
]

let here: Desk
let there: Desk
const running: ChildProcess[] = []
beforeAll(() => {
  here = openDesk(['boss'], 'swarm-a')
  there = openDesk(['worker'], 'swarm-b')
  here.json('agents', 'update', 'boss', '--can-complete')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const desk of [here, there]) desk.close()
})

async function serve(desk: Desk, variables: NodeJS.ProcessEnv = {}): Promise<string> {
  const args = ['serve', '--host', '0.0.0.0', '--port', '0', '--cert', cert, '--key', key]
  const child = desk.start([...args, '--entrypoint', 'boss'], variables)
  running.push(child)
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  const port = () => /"url":"https:[^"]+:(\d+)"/u.exec(told)?.[1]
  await until(() => port() !== undefined, 'the address of the server')
  return `https://localhost:${port()}`
}

/** As a person starts it, by its first line, which hands the file of certificates on. */
function launch(desk: Desk, args: readonly string[], variables: NodeJS.ProcessEnv): Promise<Ran> {
  const env = { ...quietEnvironment(), HOME: desk.folder, ...variables }
  return new Promise((resolve, reject) => {
    const child = spawn(programFile, args, { cwd: desk.folder, env, stdio: 'pipe' })
    const ran = { out: '', err: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.out += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.err += text))
    child.on('error', reject).on('close', (code) => resolve({ code, ...ran }))
  })
}

it('serves over TLS beyond loopback, and is asked by who trusts its authority', async () => {
  const url = await serve(here)
  const { token } = here.json('token', 'create', '--role', 'user', '--id', 'lea')
  const trusting = { NODE_EXTRA_CA_CERTS: authority, WATCHPOST_TOKEN: token as string }
  const pinged = await launch(here, ['swarm', 'ping', url, '--json'], trusting)
  expect(JSON.parse(pinged.out)).toMatchObject({ swarm: 'swarm-a', version: '1.3' })
  const answer = launch(here, ['ask', url, 'Is it safe?', '--json'], trusting)
  const { message } = here.json('wait', '--take', '--as', 'boss', '--timeout', '20s')
  here.json('task', 'complete', message.task, '-b', 'It is', '--as', 'boss')
  const lines = (await answer).out.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'task_complete', response: 'It is' })

  const strange = await launch(here, ['swarm', 'ping', url], {})
  expect(strange.code).toBe(3)
  expect(strange.err).toContain('NODE_EXTRA_CA_CERTS')
  const other = await launch(here, ['swarm', 'ping', url.replace('localhost', '127.0.0.2')], trusting)
  expect([other.code, other.err]).toEqual([3, expect.stringMatching(/does not match|altnames/u)])
  const clear = await launch(here, ['swarm', 'ping', url.replace('https', 'http')], trusting)
  expect(clear.code).toBe(3)
})

it('mail goes from swarm to swarm over TLS, and waits for a swarm that nobody vouches for', async () => {
  const url = await serve(there)
  const { token } = there.json('token', 'create', '--role', 'agent', '--id', 'swarm-a')
  const trusting = { NODE_EXTRA_CA_CERTS: authority, TOKEN_B: token as string }
  const register = ['swarm', 'register', 'swarm-b', url, '--secret', 'TOKEN_B']
  expect((await launch(here, register, {})).code).toBe(3)
  expect((await launch(here, register, trusting)).code).toBe(0)
  here.json('send', 'worker@swarm-b', '-s', 'Hi', '-b', 'Sealed', '--as', 'boss')
  await serve(here, trusting)
  const { message } = there.json('wait', '--as', 'worker', '--timeout', '20s')
  expect(message).toMatchObject({ from: 'boss@swarm-a', body: 'Sealed' })
})

it('what is no certificate is told before anybody is served', () => {
  const nonsense = fixture('../../support/cli.ts')
  for (const files of [
    ['--cert', nonsense, '--key', key],
    ['--cert', cert, '--key', nonsense],
  ]) {
    const { code, err } = here.run(['serve', '--port', '0', ...files])
    expect([code, err]).toEqual([2, expect.stringContaining('PEM')])
  }
})
