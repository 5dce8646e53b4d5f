import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBatch, programFile, quietEnvironment, runProgram } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { withPostgres } from '../support/postgres.ts'
import { generator, proof, proofPatience, scaled } from '../support/scale.ts'

const [kills, writers, sends] = [scaled(6, 60), 4, scaled(30, 400)]
const random = generator(20_261_128)

type Line = {
  readonly cursor: string
  readonly what: string
  readonly message: string | null
  readonly from: string
}

/** The audit log as a collector keeps it: whole lines, and the last of them says where to go on. */
function openCollector(store: string) {
  const lines: Line[] = []
  let cursor: string | null = null

  /** Follows until as many more lines came, is killed, and drops the line that was torn. */
  async function follow(more: number): Promise<void> {
    const from = cursor === null ? ['--since', '2020-01-01'] : ['--after', cursor]
    const child = spawn(
      process.execPath,
      [programFile, '--store', store, 'journal', '--follow', '--json', ...from],
      { env: quietEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = new Promise((resolve) => child.on('close', resolve))
    const whole = createInterface({ input: child.stdout })
    let count = 0
    for await (const text of whole) {
      const line = JSON.parse(text) as Line
      lines.push(line)
      cursor = line.cursor
      count += 1
      if (count === more) break
    }
    child.kill('SIGKILL')
    await ended
  }

  return { lines, follow }
}

/** A program that sends, and acknowledges what it sent. */
async function write(store: string, who: number): Promise<void> {
  const writer = `w${who}`
  const batch = openBatch(['--store', store, '--as', writer], ({ ok, value }) => {
    const id = (value as { id?: string } | undefined)?.id
    if (ok && id !== undefined) batch.feed([{ command: 'ack', input: { messages: [id] } }])
    answers += 1
    if (answers === 2 * sends + 2) void batch.finish()
  })
  let answers = 0
  const letter = { command: 'send', input: { to: [writer], subject: 'x', body: 'x', again: true } }
  batch.feed([{ command: 'group create', input: { group: `g${who}`, members: [writer] } }])
  batch.feed(Array.from({ length: sends }, () => letter))
  batch.feed([{ command: 'agents update', input: { agent: writer, role: 'critic' } }])
  expect(await batch.closed).toBe(0)
}

/** Several programs write while one follows, and is killed again and again. */
async function audit(store: string): Promise<{ readonly lines: readonly Line[]; readonly all: Line[] }> {
  const collector = openCollector(store)
  const writing = Promise.all(Array.from({ length: writers }, (_, who) => write(store, who)))
  for (let kill = 0; kill < kills; kill += 1) await collector.follow(1 + Math.floor(random() * 30))
  await writing
  const all = openCollector(store)
  // Whoever made the store registered first; each writer was registered, made a group, and was changed.
  const total = 1 + writers * (2 * sends + 3)
  await all.follow(total)
  await collector.follow(total - collector.lines.length)
  return { lines: collector.lines, all: all.lines }
}

function agents(): readonly string[] {
  return Array.from({ length: writers }, (_, who) => `w${who}`)
}

const keyOf = ({ what, message, from }: Line) => `${what} ${message} ${from}`

/** What each writer did is there in the order in which it was done. */
function expectOrder(lines: readonly Line[]): void {
  for (const writer of agents()) {
    const sent = lines.filter(({ what, from }) => what === 'sent' && from === writer)
    expect(sent).toHaveLength(sends)
    for (const { message } of sent)
      expect(lines.filter((line) => line.message === message).map(({ what }) => what)).toEqual([
        'sent',
        'ack',
      ])
  }
}

const what = 'several programs write while one follows the journal and is killed: it has each change once'

describe('the audit log', () => {
  let store: CrashStore
  beforeAll(async () => {
    store = await makeCrashStore(agents())
  })
  afterAll(() => store.remove())

  it(
    proof(`${what}, in the order of the store`, kills, 'kills'),
    async () => {
      const { lines, all } = await audit(store.location)
      expect(lines).toEqual(all)
      expectOrder(lines)
    },
    proofPatience(1_800_000),
  )
})

await withPostgres((server) => {
  it(
    proof(`PostgreSQL: ${what}`, kills, 'kills'),
    async () => {
      const address = await server.bare()
      const ask = async (...args: readonly string[]) => {
        const { code, err } = await runProgram(['--store', address, ...args])
        expect(code, err).toBe(0)
      }
      await ask('init', '--swarm', 'dev')
      for (const agent of agents()) await ask('agents', 'register', agent)
      const { lines, all } = await audit(address)
      expect(lines.map(keyOf).toSorted()).toEqual(all.map(keyOf).toSorted())
      expect(new Set(lines.map(({ cursor }) => cursor)).size).toBe(lines.length)
      expectOrder(lines)
    },
    proofPatience(1_800_000),
  )
})
