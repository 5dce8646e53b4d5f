import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChannel } from '../../src/drivers/channels.ts'
import { openDoorStore } from '../../store/door/door-store.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openPostgresStore } from '../../store/postgres/postgres-store.ts'
import { act, enroll, send } from '../store/fixture.ts'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { hear, withoutPoll } from '../support/listeners.ts'
import { withOwnPostgres } from '../support/postgres.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const listeners = scaled(16, 100)
const agents = Array.from({ length: listeners }, (_, at) => `agent-${at}`)
const mostConnections = 6
/** Of a link, for all its callers. */
const linkConnections = 3
const senderConnections = 2 * mostConnections
const mostPerCaller = 2 ** 20
const random = generator(20_261_127)

/** Three of each that waits: to hear, and while it looks and listens again; then those of the senders, of the test, and reserved ones. */
const serverConnections = 3 * listeners + senderConnections + 8

await withOwnPostgres([`max_connections=${serverConnections}`], (server) => {
  let senders: readonly MailStore[]
  const programs: ChildProcess[] = []
  const folders: string[] = []

  beforeAll(async () => {
    const first = await openPostgresStore(server.address, { create: true })
    await enroll(first, 'writer', ...agents)
    senders = [first, await openPostgresStore(server.address, { create: false })]
  })
  afterAll(async () => {
    for (const one of programs) one.kill('SIGKILL')
    for (const one of senders) await one.close()
    for (const one of folders) rmSync(one, { recursive: true, force: true })
  })

  async function count(sql: string): Promise<number> {
    const client = new pg.Client({ connectionString: server.address, options: '-c search_path=watchpost' })
    await client.connect()
    try {
      return Number((await client.query(`SELECT count(*) AS n FROM ${sql}`)).rows[0].n)
    } finally {
      await client.end()
    }
  }
  const idle = () => count('machines WHERE NOT rung')
  const connections = () => count("pg_stat_activity WHERE application_name LIKE 'watchpost%'")

  /** Sends each agent its first message, in any order, two at once. Each waiter answers with that message alone. */
  async function wakeEach(heard: readonly Promise<readonly number[]>[]): Promise<void> {
    const order = agents.map((agent) => ({ agent, at: random() })).toSorted((one, other) => one.at - other.at)
    const sent = new Map<string, number>()
    const left = order.map(({ agent }) => agent)
    await Promise.all(
      senders.map(async (store) => {
        for (let to = left.pop(); to !== undefined; to = left.pop())
          sent.set(to, await send(store, { to: [to] }))
      }),
    )
    expect(await Promise.all(heard)).toEqual(agents.map((agent) => [sent.get(agent)]))
    for (const [agent, id] of sent) await act(senders[0] as MailStore, agent, 'archive', id)
  }

  it(
    proof(
      'PostgreSQL: programs that wait idly, each with one connection (three as it wakes): the first unread message of each wakes it, without the poll',
      listeners,
      'listeners',
    ),
    async () => {
      const stores = await Promise.all(agents.map(() => openPostgresStore(server.address, { create: false })))
      await withoutPoll(async () => {
        const heard = agents.map((agent, at) => hear(stores[at] as MailStore, agent))
        await expect.poll(idle).toBe(listeners)
        // Each keeps the connection on which it hears, and gives the others back.
        await expect.poll(connections).toBe(listeners)
        await wakeEach(heard)
      })
      for (const one of stores) await one.close()
      expect(await count('machines')).toBe(0)
    },
    proofPatience(600_000),
  )

  it(
    proof(
      `PostgreSQL: callers that wait idly behind one link: the first unread message of each wakes it; ${linkConnections} connections, and less than 1 MB of memory a caller`,
      listeners,
      'listeners',
    ),
    async () => {
      const { link, socket } = await startLink()
      const memory = () => memoryOf(link.pid)
      const stores = await Promise.all(
        agents.map(() => openDoorStore(openChannel({ type: 'unix', path: socket }), server.address)),
      )
      const before = memory()
      const heard = agents.map((agent, at) => hear(stores[at] as MailStore, agent))
      await expect.poll(idle).toBe(1)
      await wakeEach(heard)
      expect(await connections()).toBeLessThanOrEqual(linkConnections + senderConnections)
      if (before !== null) expect((memory() ?? 0) - before).toBeLessThan(listeners * mostPerCaller)
      for (const one of stores) await one.close()
      const gone = once(link, 'exit')
      link.kill('SIGTERM')
      await gone
      expect(await count('machines')).toBe(0)
    },
    proofPatience(600_000),
  )

  async function startLink(): Promise<{ readonly link: ChildProcess; readonly socket: string }> {
    const home = mkdtempSync('/tmp/watchpost-link-')
    folders.push(home)
    const link = spawn(process.execPath, [programFile, 'link', server.address], {
      env: { ...quietEnvironment(), HOME: home },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    programs.push(link)
    let said = ''
    for await (const text of link.stderr as AsyncIterable<Buffer>) {
      said += text.toString()
      const socket = /Listening on (.+)\n/u.exec(said)?.[1]
      if (socket !== undefined) return { link, socket }
    }
    throw new Error(said)
  }
})

/** Resident memory in bytes; `null` where the system does not say. */
function memoryOf(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  return Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(file, 'utf8'))?.[1]) * 1024
}
