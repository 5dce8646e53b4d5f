import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
    await runProgram(['init', '--store', store, '--quiet'])
    const names = Array.from({ length: workers }, (_, at) => `worker-${at}`)
    const preparing = openBatch(['--store', store])
    preparing.feed([
      ...names.map((agent) => ({ command: 'agents register', input: { agent } })),
      { command: 'queue create', input: { queue: 'work', claimers: ['worker-*'] } },
    ])
    expect(await preparing.finish()).toBe(0)
    for (let from = 0; from < items; from += lot) await fill(from, Math.min(items, from + lot))

    const claimed: string[] = []
    const failures: BatchLine[] = []
    await Promise.all(names.map((name) => workUntilEmpty(name, claimed, failures)))
    expect(failures).toEqual([])
    expect(claimed.length).toBe(items)
    expect(new Set(claimed).size).toBe(items)
    const shown = await runProgram(['queue', 'show', 'work', '--store', store, '--json'])
    expect(JSON.parse(shown.out)).toMatchObject({ available: 0, processing: 0, completed: items, failed: 0 })
  },
  Math.max(proofPatience(600_000), items * 20),
)

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

/** One worker: claims and completes, until there is nothing left to claim. */
async function workUntilEmpty(name: string, claimed: string[], failures: BatchLine[]): Promise<void> {
  const next = { command: 'claim', input: { queue: 'work' } }
  const answer = ({ ok, value, error }: BatchLine) => {
    const id = (value as { message?: { id: string } } | undefined)?.message?.id
    if (!ok && error?.code === 'nothing') batch.child.stdin?.end()
    else if (!ok) failures.push({ ok, ...(error && { error }) })
    else if (id === undefined) batch.feed([next])
    else {
      claimed.push(id)
      batch.feed([{ command: 'complete', input: { messages: [id] } }])
    }
  }
  const batch = openBatch(['--store', store, '--as', name], answer, { keeps: false })
  batch.feed([next])
  await batch.closed
}
