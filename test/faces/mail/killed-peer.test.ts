import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { newTask } from '../../support/mail-server.ts'
import { until } from '../../support/soon.ts'

const inFull = process.env['WATCHPOST_ENDURANCE'] === '1'
const rounds = inFull ? 40 : 3
/** So many messages set out in either direction around each kill, one after another. */
const each = 10
const pace = 4
/** What failed while its peer was away is tried again within a minute and a half. */
const backOffAtMost = 120_000

let here: Desk
let there: Desk
const running: ChildProcess[] = []
const ports = new Map<Desk, string>()
const servers = new Map<Desk, ChildProcess>()
beforeAll(() => {
  here = openDesk(['boss'], 'swarm-a')
  there = openDesk(['worker'], 'swarm-b')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const desk of [here, there]) desk.close()
})

async function serve(desk: Desk, variables: NodeJS.ProcessEnv): Promise<string> {
  const args = ['serve', '--port', ports.get(desk) ?? '0', '--entrypoint', 'boss']
  const child = desk.start(args, variables)
  running.push(child)
  servers.set(desk, child)
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  const port = () => /"url":"[^"]+:(\d+)"/u.exec(told)?.[1]
  await until(() => port() !== undefined, 'the address of the server')
  ports.set(desk, port() ?? '')
  return `http://127.0.0.1:${port()}`
}

async function kill(desk: Desk): Promise<void> {
  const child = servers.get(desk)
  const ended = new Promise((resolve) => child?.on('exit', resolve))
  child?.kill('SIGKILL')
  await ended
}

/** A program that writes as it is told, while servers come and go. */
function openWriter(desk: Desk, from: string, to: string, task: string) {
  const child = desk.start(['batch', '--as', from])
  child.stdout?.resume()
  running.push(child)
  return (body: string) => {
    const input = { to: [to], subject: 'S', body, task, again: true }
    child.stdin?.write(`${JSON.stringify({ command: 'send', input })}\n`)
  }
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const bodiesIn = (desk: Desk, owner: string, sender: string): readonly string[] =>
  desk
    .json('inbox', '--all', '--limit', '500', '--as', owner)
    .messages.filter(({ from }: Answer) => from === sender)
    .map(({ preview }: Answer) => preview as string)

it(`kill -9 of either server in the middle of a task: nothing lost, nothing double · ${rounds} rounds`, async () => {
  const tokenOf = (desk: Desk, other: string) =>
    desk.json('token', 'create', '--role', 'agent', '--id', other).token as string
  const secrets = { TO_B: tokenOf(there, 'swarm-a'), TO_A: tokenOf(here, 'swarm-b') }
  const [a, b] = [await serve(here, secrets), await serve(there, secrets)]
  here.json('swarm', 'register', 'swarm-b', b, '--secret', 'TO_B')
  there.json('swarm', 'register', 'swarm-a', a, '--secret', 'TO_A')
  const task = newTask()
  const ask = openWriter(here, 'boss', 'worker@swarm-b', task)
  const answer = openWriter(there, 'worker', 'boss@swarm-a', task)
  ask('begin')
  await until(() => bodiesIn(there, 'worker', 'boss@swarm-a').length === 1, 'the first message')

  const asked = ['begin']
  const answered: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2 === 0 ? there : here
    let killed: Promise<void> | undefined
    for (let at = 0; at < each; at += 1) {
      asked.push(`question ${round}.${at}`)
      answered.push(`answer ${round}.${at}`)
      ask(`question ${round}.${at}`)
      answer(`answer ${round}.${at}`)
      await rest(pace)
      if (at === 2 + (round % (each - 2))) killed = kill(victim)
    }
    await killed
    await serve(victim, secrets)
  }
  await until(
    () =>
      bodiesIn(there, 'worker', 'boss@swarm-a').length >= asked.length &&
      bodiesIn(here, 'boss', 'worker@swarm-b').length >= answered.length,
    'all that was written',
    backOffAtMost,
  )
  expect(bodiesIn(there, 'worker', 'boss@swarm-a')).toEqual(asked)
  expect(bodiesIn(here, 'boss', 'worker@swarm-b')).toEqual(answered)
}, 600_000)
