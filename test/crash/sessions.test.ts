import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CodingAgent, startCodingAgent } from '../support/coding-agent.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'
import { callTool, connectMcp } from '../support/mcp-client.ts'
import { generator, proof, scaled } from '../support/scale.ts'
import { soon } from '../support/soon.ts'

const rounds = scaled(12, 200)
const random = generator(67)
const started: { kill(): Promise<void> }[] = []
let store: CrashStore
let folder: string
let sessions = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-sessions-'))
  store = await makeCrashStore(['sender', 'reader'])
  await runProgram(['queue', 'create', 'work', '--store', store.location])
})
afterAll(async () => {
  for (const one of started) await one.kill()
  store.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** What became of one round: the ids that a later session must be offered, and the agents that still live. */
type Left = {
  readonly lost: readonly string[]
  readonly living?: { readonly agent: CodingAgent; readonly works: string }
}
type Scene = { readonly name: string; readonly leave: () => Promise<Left> }

const scenes: readonly Scene[] = [
  {
    name: 'killed between taking and completing',
    async leave() {
      const sent = await send(3)
      const agent = await begin()
      for (const _ of sent.slice(0, 2)) await agent.run(['next', '--take', '--json'])
      await agent.kill()
      return { lost: sent }
    },
  },
  {
    name: 'killed while it takes',
    async leave() {
      const sent = await send(2)
      const agent = await begin()
      const taken = agent.run(['next', '--take', '--json'])
      await new Promise((resolve) => setTimeout(resolve, random() * 400))
      await agent.kill()
      await taken
      return { lost: sent }
    },
  },
  {
    name: 'killed after a hook showed it mail that it owes an answer',
    async leave() {
      const sent = await send(2)
      const agent = await begin()
      await agent.hook('UserPromptSubmit')
      await agent.kill()
      return { lost: sent }
    },
  },
  {
    name: 'whose process number another process has since',
    async leave() {
      const sent = await send(1)
      const agent = await begin()
      await agent.run(['next', '--take', '--json'])
      await agent.kill()
      const other = await begin()
      change(
        "UPDATE sessions SET process = (SELECT process || '0' FROM sessions WHERE id = ?) WHERE id = ?",
        [`s${sessions}`, `s${sessions - 1}`],
      )
      await other.kill()
      return { lost: sent }
    },
  },
  {
    name: 'whose clock was a day ahead and was set back',
    async leave() {
      const sent = await send(1)
      const agent = await begin()
      await agent.run(['next', '--take', '--json'])
      change('UPDATE deliveries SET held_until = held_until + 86400000 WHERE box = 2', [])
      change('UPDATE sessions SET beat_at = beat_at + 86400000, started_at = started_at + 86400000', [])
      await agent.kill()
      return { lost: sent }
    },
  },
  {
    name: 'a runner',
    async leave() {
      const sent = await send(1)
      const runner = spawn(
        process.execPath,
        [programFile, 'run', 'reader', '--store', store.location, '--', 'sleep', '30'],
        { env: quietEnvironment(), stdio: 'ignore' },
      )
      started.push({ kill: () => ended(runner) })
      await soon(() => expect(boxOf(sent[0])).toBe(2))
      await ended(runner)
      return { lost: sent }
    },
  },
  {
    name: 'a tool client',
    async leave() {
      const sent = await send(1)
      const args = ['--store', store.location]
      const connection = await connectMcp({ folder }, { as: 'reader', args })
      await callTool(connection, 'next', { take: true })
      // What was handed over counts as received with the next request.
      await connection.client.listTools()
      await soon(() => expect(boxOf(sent[0])).toBe(2))
      process.kill(connection.transport.pid ?? 0, 'SIGKILL')
      await connection.client.close()
      return { lost: sent }
    },
  },
  {
    name: 'one of two sessions that work at the same time',
    async leave() {
      const sent = await send(2)
      const [agent, living] = [await begin(), await begin()]
      const works = idIn(await living.run(['next', '--take', '--json']))
      await agent.run(['next', '--take', '--json'])
      await agent.kill()
      return { lost: sent.filter((id) => id !== works), living: { agent: living, works } }
    },
  },
]

it(
  proof(
    'an agent is killed at work: its next session is offered all of it by one hook, nobody twice',
    rounds,
  ),
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const scene = scenes[round % scenes.length]
      if (scene === undefined) break
      const { lost, living } = await scene.leave()
      const next = await begin()
      const text = await next.hook(round % 2 === 0 ? 'SessionStart' : 'UserPromptSubmit')
      const offered = [...lost, ...(living ? [living.works] : [])].filter((id) => text.includes(`${id} from`))
      expect({ scene: scene.name, round, offered: offered.sort() }).toEqual({
        scene: scene.name,
        round,
        offered: [...lost].sort(),
      })
      const again = await next.hook('UserPromptSubmit')
      expect({ scene: scene.name, round, again }).toEqual({ scene: scene.name, round, again: '' })
      for (const id of lost) await next.run(['complete', id])
      if (living !== undefined) {
        expect(boxOf(living.works)).toBe(2)
        await living.agent.run(['complete', living.works])
        await living.agent.kill()
      }
      await next.kill()
    }
    expect(completedTimes()).toEqual([1])
  },
  scaled(180_000, 1_800_000),
)

it('claims of a killed agent are given to its next session, and count as a try', async () => {
  await send(2, 'queue:work')
  const agent = await begin()
  const first = idIn(await agent.run(['claim', 'work', '--json']))
  await agent.kill()
  const next = await begin()
  await next.hook('UserPromptSubmit')
  const again = await next.run(['claim', 'work', '--json'])
  expect(idIn(again)).toBe(first)
  expect(JSON.parse(again ?? '{}').message).toMatchObject({ lease: { attempt: 2 } })
  expect(idIn(await next.run(['claim', 'work', '--json']))).not.toBe(first)
})

async function begin(): Promise<CodingAgent> {
  sessions += 1
  const agent = startCodingAgent(folder, store.location, 'reader', `s${sessions}`)
  started.push(agent)
  return agent
}

async function send(count: number, to = 'reader'): Promise<readonly string[]> {
  const letters = Array.from({ length: count }, (_, at) => ({
    to: [to],
    subject: `S${sessions}.${at}`,
    body: 'do it',
    priority: at === 0 ? 'urgent' : 'normal',
    again: true,
  }))
  return store.fill('sender', letters)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'close')
}

function idIn(out: string | null): string {
  return (JSON.parse(out ?? '{}') as { message: { id: string } }).message.id
}

function change(sql: string, bindings: readonly unknown[]): void {
  store.look((database) => database.prepare(sql).run(...bindings))
}

function boxOf(id: string | undefined): unknown {
  const sql = 'SELECT d.box FROM deliveries d JOIN messages m ON m.rank = d.rank WHERE m.id = ?'
  return store.look((database) =>
    database
      .prepare(sql)
      .pluck()
      .get(numberOf(id ?? '')),
  )
}

/** How often any message was completed. */
function completedTimes(): readonly unknown[] {
  const sql =
    "SELECT DISTINCT n FROM (SELECT count(*) AS n FROM events WHERE what = 'complete' GROUP BY message_id)"
  return store.look((database) => database.prepare(sql).pluck().all())
}
