import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type BatchLine, openBatch, runProgram } from '../support/batch.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'

const folder = mkdtempSync(join(tmpdir(), 'watchpost-storm-'))
const store = join(folder, 'store')
const [senders, readers, each] = [8, 4, scaled(150, 500)]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('many processes at once', () => {
  it(
    proof('a fresh store opened by all at once: no failure', 20, 'programs'),
    async () => {
      for (let round = 0; round < scaled(3, 50); round += 1) {
        const fresh = join(folder, `fresh-${round}`)
        const all = await Promise.all(
          Array.from({ length: 20 }, (_, at) =>
            runProgram(['init', '--store', fresh, '--quiet']).then(({ code, err }) => ({ at, code, err })),
          ),
        )
        expect(all.filter(({ code }) => code !== 0)).toEqual([])
      }
    },
    proofPatience(600_000),
  )

  it(
    proof(
      `${senders} senders and ${readers} readers at once: nothing lost, nothing double, never busy`,
      senders * each,
      'messages',
    ),
    async () => {
      await runProgram(['init', '--store', store, '--quiet'])
      await register(['reader', ...Array.from({ length: senders }, (_, at) => `sender-${at}`)])
      const taken: string[] = []
      const failures: BatchLine[] = []
      let sending = true
      const reading = Promise.all(
        Array.from({ length: readers }, () => readUntil(() => sending, taken, failures)),
      )
      const sent = await Promise.all(
        Array.from({ length: senders }, (_, at) => sendAll(`sender-${at}`, failures)),
      )
      sending = false
      await reading
      await readUntil(() => false, taken, failures)
      expect(failures).toEqual([])
      expect(taken.length).toBe(new Set(taken).size)
      expect(taken.toSorted()).toEqual(sent.flat().toSorted())
    },
  )
})

async function register(names: readonly string[]): Promise<void> {
  const batch = openBatch(['--store', store])
  batch.feed(names.map((agent) => ({ command: 'agents register', input: { agent } })))
  expect(await batch.finish()).toBe(0)
}

async function sendAll(sender: string, failures: BatchLine[]): Promise<readonly string[]> {
  const batch = openBatch(['--store', store, '--as', sender])
  batch.feed(
    Array.from({ length: each }, (_, at) => ({
      command: 'send',
      input: { to: ['reader'], subject: `${sender} ${at}`, body: 'a body '.repeat(20) },
    })),
  )
  await batch.finish()
  failures.push(...batch.lines.filter(({ ok }) => !ok))
  return batch.lines.flatMap(({ ok, value }) => (ok ? [(value as { id: string }).id] : []))
}

/** One reader: takes the next message again and again, until nothing is left and nobody sends any more. */
async function readUntil(more: () => boolean, taken: string[], failures: BatchLine[]): Promise<void> {
  const batch = openBatch(['--store', store, '--as', 'reader'], ({ ok, value, error }) => {
    if (ok) taken.push((value as { message: { id: string } }).message.id)
    else if (error?.code !== 'nothing') failures.push({ ok, ...(error && { error }) })
    if (ok || more()) batch.feed([{ command: 'next', input: {} }])
    else batch.child.stdin?.end()
  })
  batch.feed([{ command: 'next', input: {} }])
  await batch.closed
}
