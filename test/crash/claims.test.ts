import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type BatchLine, openBatch, runProgram } from '../support/batch.ts'
import { proof, scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-claims-'))
const store = join(folder, 'store')
const [workers, items] = [8, scaled(400, 5000)]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it(
  proof(`${workers} processes claim items: each exactly once, and completed by its claimant`, items, 'items'),
  async () => {
    await runProgram(['init', '--store', store, '--quiet'])
    const names = Array.from({ length: workers }, (_, at) => `worker-${at}`)
    const filling = openBatch(['--store', store])
    filling.feed([
      ...names.map((agent) => ({ command: 'agents register', input: { agent } })),
      { command: 'queue create', input: { queue: 'work', claimers: ['worker-*'] } },
      ...Array.from({ length: items }, (_, at) => ({
        command: 'send',
        input: { to: ['queue:work'], subject: `item ${at}` },
      })),
    ])
    expect(await filling.finish()).toBe(0)

    const claimed: string[] = []
    const failures: BatchLine[] = []
    await Promise.all(names.map((name) => workUntilEmpty(name, claimed, failures)))
    expect(failures).toEqual([])
    expect(claimed.length).toBe(items)
    expect(new Set(claimed).size).toBe(items)
    const shown = await runProgram(['queue', 'show', 'work', '--store', store, '--json'])
    expect(JSON.parse(shown.out)).toMatchObject({ available: 0, processing: 0, completed: items, failed: 0 })
  },
  scaled(60_000, 600_000),
)

/** One worker: claims and completes, until there is nothing left to claim. */
async function workUntilEmpty(name: string, claimed: string[], failures: BatchLine[]): Promise<void> {
  const next = { command: 'claim', input: { queue: 'work' } }
  const batch = openBatch(['--store', store, '--as', name], ({ ok, value, error }) => {
    const id = (value as { message?: { id: string } } | undefined)?.message?.id
    if (!ok && error?.code === 'nothing') batch.child.stdin?.end()
    else if (!ok) failures.push({ ok, ...(error && { error }) })
    else if (id === undefined) batch.feed([next])
    else {
      claimed.push(id)
      batch.feed([{ command: 'complete', input: { messages: [id] } }])
    }
  })
  batch.feed([next])
  await batch.closed
}
