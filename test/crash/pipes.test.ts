import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../support/batch.ts'
import { type CrashStore, makeCrashStore, numberOf } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'

const rounds = scaled(8, 120)
const random = generator(7)
const small = 5_000
/** More than a pipe holds: whoever closes early cannot have been given it all. */
const large = 500_000
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader'])
})
afterAll(() => store.remove())

type Copy = { readonly box: number; readonly heldBy: string | null; readonly shown: number }

describe('a reader that goes early', () => {
  it(proof('pipes closed early: nothing is settled that did not leave', rounds), async () => {
    for (let round = 0; round < rounds; round += 1) {
      const size = round % 2 === 0 ? small : large
      const id = await sendOne(size)
      // What a small one leaves in the pipe may have left; with nobody there from the start it cannot.
      const taken = size === small && round % 4 === 0 ? 0 : Math.floor(random() * (size / 2))
      const mayHaveLeft = size === small && taken > 0
      const words = [
        ['read', id, '--full'],
        ['next', '--full'],
        ['inject', '--max-chars', '1000000'],
        ['next', '--json', '--full'],
        ['inject', '--json', '--max-chars', '1000000'],
      ][round % 5] ?? ['next', '--full']
      const out = await headOf(taken, words)
      const copy = copyOf(id)
      const told = { round, size, taken, words: words.join(' '), bytes: out.length, copy }
      expect(out.length, JSON.stringify(told)).toBeLessThanOrEqual(taken)
      expect(copy.heldBy, JSON.stringify(told)).toBeNull()
      expect(copy.shown > 0, JSON.stringify(told)).toBe(copy.box !== 0)
      if (!mayHaveLeft) expect(copy.shown, JSON.stringify(told)).toBe(0)
      if (copy.box === 0) await takeWhole(id, size)
      expect(copyOf(id)).toMatchObject({ box: 1, shown: 1, heldBy: null })
    }
  })
})

async function sendOne(size: number): Promise<string> {
  const [id = ''] = await store.fill('sender', [{ subject: `of ${size}`, body: 'letter '.repeat(size / 7) }])
  return id
}

/** It is offered again at once, and this time read to its end. */
async function takeWhole(id: string, size: number): Promise<void> {
  const out = await headOf(null, ['next', '--json', '--full'])
  const { message } = JSON.parse(out.toString('utf8')) as { message: { id: string; body: string } }
  expect(message.id).toBe(id)
  expect(message.body).toHaveLength(7 * Math.floor(size / 7 + 1e-9))
}

/** What `watchpost … | head -c N` lets through; all of it for `null`. */
function headOf(bytes: number | null, words: readonly string[]): Promise<Buffer> {
  const filter = bytes === null ? 'cat' : bytes === 0 ? 'true' : `head -c ${bytes}`
  const program = [process.execPath, programFile, ...words, '--store', store.location, '--as', 'reader']
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `"$@" | ${filter}`, 'sh', ...program], {
      env: quietEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject).on('close', () => resolve(Buffer.concat(chunks)))
  })
}

function copyOf(id: string): Copy {
  const sql = `
    SELECT box, held_by AS heldBy,
      (SELECT count(*) FROM events e WHERE e.message_id = @id AND e.what = 'shown') AS shown
    FROM deliveries WHERE rank % 281474976710656 = @id`
  return store.look((database) => database.prepare(sql).get({ id: numberOf(id) }) as Copy)
}
