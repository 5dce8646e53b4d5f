import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type BatchLine, openBatch, runProgram } from '../support/batch.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'

let folder: string
let store: string
const workers = 8
/** `WATCHPOST_ITEMS` asks for more: a million takes a quarter of an hour. */
const items = Number(process.env['WATCHPOST_ITEMS'] ?? scaled(400, 5000))
/** Items that one program sends. */
const lot = 10_000

// A second try begins with a store of its own.
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-claims-'))
  store = join(folder, 'store')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it(
  proof(`${workers} processes claim items: each exactly once, and completed by its claimant`, items, 'items'),
  async () => {
    const names = await prepare()
    for (let from = 0; from < items; from += lot) await fill(from, Math.min(items, from + lot))

    const claimed: string[] = []
    const failures: BatchLine[] = []
    await Promise.all(names.map((name) => workUntilEmpty(name, inPairs(claimed, failures))))
    expect(failures).toEqual([])
    expect(claimed.length).toBe(items)
    expect(new Set(claimed).size).toBe(items)
    const shown = await runProgram(['queue', 'show', 'work', '--store', store, '--json'])
    expect(JSON.parse(shown.out)).toMatchObject({ available: 0, processing: 0, completed: items, failed: 0 })
  },
  Math.max(proofPatience(600_000), items * 20),
)

it(
  proof(
    `${workers} processes complete an item and claim the next in one turn, one is killed: each exactly once`,
    items,
    'items',
  ),
  async () => {
    const names = await prepare()
    for (let from = 0; from < items; from += lot) await fill(from, Math.min(items, from + lot))
    const failures: BatchLine[] = []
    const claimed: string[] = []
    await Promise.all(
      names.map((name, at) => workUntilEmpty(name, inTurns(claimed, failures), at === 0 ? items / 20 : null)),
    )
    expect(failures).toEqual([])
    // It died with one item in hand, which nobody else is given while its lease lasts.
    expect(await queue()).toMatchObject({ available: 0, processing: 1, completed: items - 1, failed: 0 })
    inDatabase((database) =>
      database.exec('UPDATE deliveries SET held_until = 1 WHERE held_until IS NOT NULL'),
    )
    await workUntilEmpty(names[1] ?? '', inTurns(claimed, failures))
    expect(failures).toEqual([])
    expect(await queue()).toMatchObject({ available: 0, processing: 0, completed: items, failed: 0 })
    expect(new Set(claimed).size).toBe(items)
    const twice =
      "SELECT message_id FROM events WHERE what = 'complete' GROUP BY message_id HAVING count(*) > 1"
    expect(inDatabase((database) => database.prepare(twice).all())).toEqual([])
  },
  Math.max(proofPatience(600_000), items * 20),
)

function inDatabase<T>(look: (database: Database.Database) => T): T {
  const database = new Database(join(store, 'mail.db'))
  try {
    return look(database)
  } finally {
    database.close()
  }
}

async function queue(): Promise<unknown> {
  return JSON.parse((await runProgram(['queue', 'show', 'work', '--store', store, '--json'])).out)
}

async function prepare(): Promise<readonly string[]> {
  await runProgram(['init', '--store', store, '--quiet'])
  const names = Array.from({ length: workers }, (_, at) => `worker-${at}`)
  const preparing = openBatch(['--store', store])
  preparing.feed([
    ...names.map((agent) => ({ command: 'agents register', input: { agent } })),
    { command: 'queue create', input: { queue: 'work', claimers: ['worker-*'] } },
  ])
  expect(await preparing.finish()).toBe(0)
  return names
}

async function fill(from: number, to: number): Promise<void> {
  const batch = openBatch(['--store', store])
  batch.feed(
    Array.from({ length: to - from }, (_, at) => ({
      command: 'send',
      input: { to: ['queue:work'], subject: `item ${from + at}` },
    })),
  )
  expect(await batch.finish()).toBe(0)
}

type Work = {
  readonly value?: { readonly message?: Named; readonly next?: { readonly message: Named } | null }
}
type Named = { readonly id: string }
/** What a worker does after an answer; `null` where nothing is left. */
type Going = (answer: BatchLine) => object | null

const next = { command: 'claim', input: { queue: 'work' } }

const inPairs =
  (claimed: string[], failures: BatchLine[]): Going =>
  ({ ok, value, error }) => {
    const id = (value as Work['value'])?.message?.id
    if (!ok && error?.code === 'nothing') return null
    if (!ok) failures.push({ ok, ...(error && { error }) })
    if (!ok) return null
    if (id === undefined) return next
    claimed.push(id)
    return { command: 'complete', input: { messages: [id] } }
  }

const inTurns =
  (claimed: string[], failures: BatchLine[]): Going =>
  ({ ok, value, error }) => {
    if (!ok && error?.code !== 'nothing') failures.push({ ok, ...(error && { error }) })
    const { message, next = null } = (value as Work['value']) ?? {}
    const id = (message ?? next?.message)?.id
    if (id === undefined) return null
    claimed.push(id)
    return { command: 'complete', input: { messages: [id], next: true } }
  }

/** One worker, until there is nothing left; one that is to die is killed after so many answers. */
async function workUntilEmpty(name: string, going: Going, lasts: number | null = null): Promise<void> {
  let answers = 0
  const batch = openBatch(
    ['--store', store, '--as', name],
    (answer) => {
      answers += 1
      const line = going(answer)
      if (line === null) batch.child.stdin?.end()
      else batch.feed([line])
      if (answers === lasts) batch.child.kill('SIGKILL')
    },
    { keeps: false },
  )
  batch.feed([next])
  await batch.closed
}
