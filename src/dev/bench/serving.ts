import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { openBatch } from '../../../test/support/batch.ts'
import { person } from '../../../test/support/identities.ts'
import { unlisted } from '../../domain/roster.ts'
import { contextOf } from '../../entry/demo/mailbox-context.ts'
import { openMailbox } from '../../mailbox.ts'
import { besideReference } from './beside-reference.ts'
import type { Programs } from './commands.ts'
import { atMost, type Figure, quantile, whole } from './measure.ts'
import { ticksOf } from './seat.ts'
import { startServer } from './servers.ts'

const streams = 200
const tasks = 1_000
/** A server runs for days: what V8 spends on compiling it at first is no part of a task. */
const warmUp = 2_000
const firstEvent = 150
const boss = 'boss'
/** It reads nothing. */
export const sleeper = 'sleeper'
const [idleStreams, atOnce, emptyMemory, idleMemory, settling] = [500, 50, 90, 40, 3_000]

/** Answers what it is sent, as Fastify does without anything of ours. */
const echo = `const app = require('fastify')()
app.post('/message', async ({ body }) => body)
app.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.stderr.write(JSON.stringify({ url }) + '\\n'))`

type Asked = { readonly toFirst: number; readonly whole: number }

/**
 * The MAIL server, an agent that ends each task as soon as it hears of it, and callers that follow one task after
 * another as streams, each in processes of their own; then an agent for each core, since one works on one task at a
 * time. Beside it a bare echo that the same callers ask. All share the cores: the processor time says whose work it was.
 */
export async function benchServing(folder: string, { program }: Programs): Promise<readonly Figure[]> {
  const location = join(folder, 'serving')
  const token = await makeSwarm(location)
  const server = await startServer([
    program,
    'serve',
    '--store',
    location,
    '--port',
    '0',
    '--entrypoint',
    boss,
  ])
  const helpers = [openAgent(location)]
  const agents = new Agent({ keepAlive: true, maxSockets: streams })
  const ask = (url: string, stream: boolean) => askOne(agents, { url, token, stream })
  try {
    await inTurn(warmUp, streams, () => ask(server.url, true))
    const served = await measured([server.child, ...helpers], () => ask(server.url, true))
    while (helpers.length < availableParallelism()) helpers.push(openAgent(location))
    await inTurn(warmUp, streams, () => ask(server.url, true))
    const shared = await measured([server.child, ...helpers], () => ask(server.url, true))
    const memory = await residentMemory(server.url)
    const idle = await memoryOfIdle(program, location, token)
    const beside = await besideReference({
      server,
      helpers,
      round: (url, count) => inTurn(count, streams, () => ask(url, true)),
    })
    const bare = await startServer(['-e', echo])
    await inTurn(warmUp, streams, () => ask(bare.url, false))
    const echoed = await measured([bare.child], () => ask(bare.url, false))
    bare.child.kill('SIGKILL')
    return [...figuresOf({ served, shared, echoed }, memory), ...beside, ...idle]
  } finally {
    agents.destroy()
    for (const helper of helpers) helper.kill('SIGKILL')
    server.child.kill('SIGKILL')
  }
}

/** Streams of tasks that nobody works on, on a server of their own. */
async function memoryOfIdle(program: string, location: string, token: string): Promise<readonly Figure[]> {
  const server = await startServer([
    program,
    'serve',
    '--store',
    location,
    '--port',
    '0',
    '--entrypoint',
    sleeper,
  ])
  const agents = new Agent({ keepAlive: true })
  try {
    await new Promise((resolve) => setTimeout(resolve, settling))
    const before = await residentMemory(server.url)
    for (let open = 0; open < idleStreams; open += atOnce)
      await Promise.all(Array.from({ length: atOnce }, () => openOne(agents, { url: server.url, token })))
    await new Promise((resolve) => setTimeout(resolve, settling))
    const more = (await residentMemory(server.url)) - before
    const megabytes = (bytes: number) => `${whole(bytes / 2 ** 20)} MB`
    return [
      atMost('MAIL server that nobody asks: resident memory', before, emptyMemory * 2 ** 20, megabytes),
      atMost(`${idleStreams} idle streams more: resident memory`, more, idleMemory * 2 ** 20, megabytes),
    ]
  } finally {
    agents.destroy()
    server.child.kill('SIGKILL')
  }
}

type Measured = {
  readonly rate: number
  readonly asked: readonly Asked[]
  readonly agents: number
  /** Processor time a task, ms: of the server, of its agents, of the callers. */
  readonly costs: readonly [server: number, agents: number, callers: number]
}
type Runs = { readonly served: Measured; readonly shared: Measured; readonly echoed: Measured }

function figuresOf({ served, shared, echoed }: Runs, memory: number): readonly Figure[] {
  const p99 = ({ asked }: Measured, what: keyof Asked) =>
    quantile(
      asked.map((one) => one[what]),
      0.99,
    )
  const milliseconds = (value: number) => `${value.toFixed(0)} ms`
  // The first of all come at once: they wait for one another, as the echo's do.
  const late = { ...served, asked: served.asked.slice(streams) }
  const costs = ({ costs: [server, agents, callers] }: Measured) =>
    [server, agents, callers].map((cost) => cost.toFixed(2)).join(' / ')
  return [
    {
      what: `MAIL server, ${whole(tasks)} tasks by ${streams} callers that stream, one agent that ends each at once: tasks a second (a bare Fastify echo: requests a second)`,
      figure: `${whole(served.rate)} (${whole(echoed.rate)})`,
    },
    {
      what: `the same with as many agents as cores (${shared.agents})`,
      figure: whole(shared.rate),
    },
    {
      what: 'processor time a task of the server / its agents / its callers, with as many agents as cores (the echo a request)',
      figure: `${costs(shared)} ms (${costs(echoed)} ms)`,
    },
    {
      what: `its first event after the request, p99, where ${streams} come at once (the echo’s answer, p99)`,
      figure: `${milliseconds(p99(served, 'toFirst'))} (${milliseconds(p99(echoed, 'whole'))})`,
    },
    atMost('the same where each comes as another ends, p99', p99(late, 'toFirst'), firstEvent, milliseconds),
    { what: 'its resident memory with all these streams', figure: `${whole(memory / 2 ** 20)} MB` },
  ]
}

export async function makeSwarm(location: string): Promise<string> {
  const store = await openSqliteStore(location, { create: true, durability: 'normal', swarm: 'bench' })
  const doer = { actor: 'system', principal: null, session: null, command: null }
  for (const address of [boss, sleeper])
    await store.roster.register({ address, longForm: null, canComplete: address === boss }, doer, Date.now())
  // A token for a person is a person's to give.
  const mailbox = openMailbox(
    contextOf(store, unlisted('lea', null, 'user', Date.now()), { identity: person }),
  )
  const { token } = await mailbox.createToken({ role: 'user', id: 'lea' })
  await store.close()
  return token
}

type Taken = { readonly message?: { readonly id: string } }

/** It ends a task and takes the next one by one command; it waits where there is none. */
export function openAgent(location: string, agent = boss): ChildProcess {
  const waiting = { command: 'wait', input: { take: true } }
  const batch = openBatch(['--store', location, '--as', agent], ({ value }) => {
    const taken = value as (Taken & { readonly next?: Taken | null }) | undefined
    const message = taken?.message ?? taken?.next?.message
    if (message === undefined) return batch.feed([waiting])
    const input = { messages: [message.id], result: 'Done', next: true }
    batch.feed([{ command: 'complete', input }])
  })
  batch.feed([waiting])
  return batch.child
}

/** So many at once until all are done. */
async function inTurn(count: number, atOnce: number, each: () => Promise<Asked>): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  let left = count
  const one = async () => {
    while (left-- > 0) asked.push(await each())
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return asked
}

async function measured(
  [server, ...helpers]: readonly ChildProcess[],
  each: () => Promise<Asked>,
): Promise<Measured> {
  const used = () => {
    const { user, system } = process.cpuUsage()
    const agents = helpers.reduce((sum, { pid }) => sum + ticksOf(pid ?? 0) * 10, 0)
    return [ticksOf(server?.pid ?? 0) * 10, agents, (user + system) / 1_000] as const
  }
  const before = used()
  const begun = performance.now()
  const asked = await inTurn(tasks, streams, each)
  const rate = (asked.length * 1_000) / (performance.now() - begun)
  const after = used()
  const cost = (at: 0 | 1 | 2) => (after[at] - before[at]) / tasks
  return { rate, asked, agents: helpers.length, costs: [cost(0), cost(1), cost(2)] }
}

type Question = { readonly url: string; readonly token: string; readonly stream: boolean }

function askOne(agent: Agent, { url, token, stream }: Question): Promise<Asked> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    let first = Number.NaN
    let text = ''
    const asking = request(`${url}/message`, { method: 'POST', agent, headers }, (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (Number.isNaN(first) && text.startsWith('event: ')) first = performance.now()
      })
      response.on('end', () => {
        if (stream && !text.includes('event: task_complete'))
          reject(new Error(`no end: ${text.slice(0, 300)}`))
        resolve({ toFirst: first - begun, whole: performance.now() - begun })
      })
    })
    asking.on('error', reject)
    asking.end(JSON.stringify({ body: 'What is red?', task_id: randomUUID(), stream }))
  })
}

/** Opens a stream, which stays open: it is there once its first event is. */
function openOne(agent: Agent, { url, token }: Omit<Question, 'stream'>): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/message`, { method: 'POST', agent, headers }, (response) => {
      response
        .on('error', () => {})
        .once('data', () => resolve())
        .resume()
    })
    asking.on('error', reject).end(JSON.stringify({ body: 'Wait', task_id: randomUUID(), stream: true }))
  })
}

export async function residentMemory(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^watchpost_resident_memory_bytes (\d+)/mu.exec(text)?.[1])
}
