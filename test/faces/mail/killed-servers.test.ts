import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Answer, type Desk, openDesk } from '../../support/cli.ts'
import { follow, newTask, type Swarm } from '../../support/mail-server.ts'
import { openReference, type Reference } from '../../support/reference-peer.ts'
import { generator, proof, scaled } from '../../support/scale.ts'
import { until } from '../../support/soon.ts'

const tasks = scaled(24, 200)
const callers = 6
/** Between two kills, ms: long enough for a server to begin, short enough to hit every step of a task. */
const [shortest, longest] = [300, 1_500]
/** What failed while its peer was away is tried again within a minute and a half. */
const patience = 180_000
const random = generator(19)

let here: Desk
let there: Desk
let reference: Reference
let secrets: NodeJS.ProcessEnv
let token: string
const running: ChildProcess[] = []
const ports = new Map<Desk, string>()
const servers = new Map<Desk, ChildProcess>()
beforeAll(async () => {
  here = openDesk(['boss'], 'swarm-a')
  there = openDesk(['worker'], 'swarm-b')
  here.json('agents', 'update', 'boss', '--can-complete')
  token = here.json('token', 'create', '--role', 'user', '--id', 'lea').token
  const tokenOf = (desk: Desk, other: string) =>
    desk.json('token', 'create', '--role', 'agent', '--id', other).token as string
  secrets = { TO_A: tokenOf(here, 'swarm-b'), TO_B: tokenOf(there, 'swarm-a'), TO_C: 'any' }
  const [a, b] = [await serve(here), await serve(there)]
  reference = await openReference('swarm-c', {
    swarm: 'swarm-a',
    url: `${a}/compat/mail-1.3.6`,
    token: tokenOf(here, 'swarm-c'),
  })
  here.json('swarm', 'register', 'swarm-b', b, '--secret', 'TO_B')
  // The peer answers from this process, which must not wait for the command.
  const registering = here.start(['swarm', 'register', 'swarm-c', reference.url, '--secret', 'TO_C'])
  expect(await new Promise((resolve) => registering.on('exit', resolve))).toBe(0)
  there.json('swarm', 'register', 'swarm-a', a, '--secret', 'TO_A')
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await reference.close()
  for (const desk of [here, there]) desk.close()
})

async function serve(desk: Desk): Promise<string> {
  const args = ['serve', '--port', ports.get(desk) ?? '0', '--entrypoint', 'boss']
  const child = desk.start(args, secrets)
  running.push(child)
  servers.set(desk, child)
  let told = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (told += text))
  const port = () => /"url":"[^"]+:(\d+)"/u.exec(told)?.[1]
  await until(() => port() !== undefined, 'the address of the server')
  ports.set(desk, port() ?? '')
  return `http://127.0.0.1:${port()}`
}

async function killAndServe(desk: Desk): Promise<void> {
  const child = servers.get(desk)
  const ended = new Promise((resolve) => child?.on('exit', resolve))
  child?.kill('SIGKILL')
  await ended
  await serve(desk)
}

type Command = { readonly command: string; readonly input: object }

/** An agent that answers each message with commands. */
function openAgent(desk: Desk, name: string, deal: (message: Answer) => readonly Command[]): void {
  const child = desk.start(['batch', '--as', name])
  running.push(child)
  const feed = (commands: readonly Command[]) =>
    child.stdin?.write(commands.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const next = { command: 'wait', input: { take: true } }
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const { value } of lines.map((line) => JSON.parse(line) as Answer))
      if (value?.message !== undefined) feed([...deal(value.message), next])
  })
  feed([next])
}

const numberIn = (text: string) => Number(/\d+/u.exec(text)?.[0])
/** Who is asked in the task: nobody, our peer, or the one in the reference's dialect. */
const asked = [null, 'worker@swarm-b', 'helper@swarm-c']

function bossDeals({ kind, from, task, body }: Answer): readonly Command[] {
  const at = numberIn(body)
  const to = asked[at % asked.length] ?? null
  const done = { command: 'task complete', input: { task, body: `answer ${at}` } }
  if (from === 'lea' && to !== null)
    return [
      { command: 'send', input: { to: [to], subject: 'Do', body: `question ${at}`, task, again: true } },
    ]
  return from === 'lea' || (kind === 'response' && from === to) ? [done] : []
}

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

type Called = { readonly task: string; readonly answers: readonly string[] }

/** Gives one task and follows it to its end, over any number of servers. */
async function call(at: number): Promise<Called> {
  const task = newTask()
  const answers: string[] = []
  let [isGiven, last] = [false, '0-0']
  for (const end = Date.now() + patience; answers.length === 0; ) {
    if (Date.now() > end) throw new Error(`No end of task ${at}`)
    const swarm = { url: `http://127.0.0.1:${ports.get(here)}` } as Swarm
    const body = isGiven ? { task_id: task } : { task_id: task, body: `question ${at}` }
    try {
      for await (const { event, id, data } of follow(
        swarm,
        token,
        body,
        isGiven ? { 'last-event-id': last } : {},
      )) {
        last = id ?? last
        if (event === 'task_complete' || event === 'task_error') answers.push(data.response)
      }
      isGiven = true
    } catch (error) {
      // Whether it was taken is what the next attempt asks.
      isGiven = !String(error).includes('needs the task_id of its stream')
      await rest(100)
    }
  }
  return { task, answers }
}

it(proof(
  'two servers and a peer in the reference’s dialect, killed at random: each caller gets its answer once',
  tasks,
  'tasks',
), async () => {
  openAgent(here, 'boss', bossDeals)
  openAgent(there, 'worker', ({ id, kind, body }) =>
    kind === 'request' ? [{ command: 'reply', input: { message: id, body: `done ${numberIn(body)}` } }] : [],
  )
  let [next, isOver, kills] = [0, false, 0]
  const called: Called[] = []
  const caller = async () => {
    for (let at = next++; at < tasks; at = next++) called[at] = await call(at)
  }
  const killer = async () => {
    while (!isOver) {
      await rest(shortest + random() * (longest - shortest))
      const victim = Math.floor(random() * 3)
      if (victim === 0) await killAndServe(here)
      else if (victim === 1) await killAndServe(there)
      else await reference.restart()
      kills += 1
    }
  }
  const killing = killer()
  await Promise.all(Array.from({ length: callers }, caller))
  isOver = true
  await killing
  expect(called.map(({ answers }) => answers)).toEqual(
    Array.from({ length: tasks }, (_, at) => [`answer ${at}`]),
  )
  expect(kills).toBeGreaterThan(0)
  for (const [at, { task }] of called.entries()) {
    const { history, status } = here.json('task', 'show', task)
    const from = (who: string) => history.filter((one: Answer) => one.from === who).length
    const told = {
      at,
      status,
      asked: from('lea'),
      ends: history.filter(({ kind }: Answer) => kind === 'complete').length,
    }
    expect(told).toEqual({ at, status: 'completed', asked: 1, ends: 1 })
    // The reference itself may take a repeat for new.
    const to = asked[at % asked.length] ?? null
    if (to === 'worker@swarm-b') expect(from(to)).toBe(1)
    if (to === 'helper@swarm-c') expect(from(to)).toBeGreaterThan(0)
  }
}, 600_000)
