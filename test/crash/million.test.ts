import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentName } from '../../src/dev/bench/fill.ts'
import { makeWorld } from '../../src/dev/bench/world.ts'
import { openBatch, runProgram } from '../support/batch.ts'
import { proof, scaled } from '../support/scale.ts'

const messages = scaled(5_000, 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'watchpost-million-'))
const store = join(folder, 'store')
const common = ['--store', store, '--as', agentName(0), '--json']

beforeAll(async () => {
  await makeWorld(store, messages)
}, 1_800_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Listed = { readonly messages: readonly { readonly subject: string }[]; readonly next: string | null }

describe('a large store', () => {
  it(
    proof('a whole inbox, page by page: each of its rows once, in order', messages, 'messages'),
    async () => {
      const expected = withFile((database) => database.prepare(inboxQuery).pluck().all() as readonly number[])
      const seen: number[] = []
      for (let after: string | null = null, first = true; first || after !== null; first = false) {
        const page = await listOf(after)
        seen.push(...page.messages.map(({ subject }) => Number(/^#(\d+)/u.exec(subject)?.[1])))
        after = page.next
      }
      expect(seen.length).toBe(messages / 5)
      expect(seen).toEqual(expected)
    },
  )

  it(proof('search for one word of one message: that message', 50, 'searches'), async () => {
    for (let at = 0; at < 50; at += 1) {
      const number = 1 + ((at * 7_919 + 13) % messages)
      const { out } = await runProgram(['search', `${number}`, ...common])
      const { messages: found } = JSON.parse(out) as Listed
      expect(found.map(({ subject }) => subject.split(' ')[0])).toEqual([`#${number}`])
    }
  })

  it(proof('integrity_check of the file', messages, 'messages'), () => {
    expect(withFile((database) => database.pragma('integrity_check', { simple: true }))).toBe('ok')
  })
})

const inboxQuery = `
  SELECT rank % 281474976710656 FROM deliveries
  WHERE agent_id = (SELECT id FROM agents WHERE address = '${agentName(0)}') AND box IN (0, 1) ORDER BY rank`

let batch: ReturnType<typeof openBatch> | undefined
let answered: (value: Listed) => void = () => {}

function listOf(after: string | null): Promise<Listed> {
  batch ??= openBatch(['--store', store, '--as', agentName(0)], ({ value }) => answered(value as Listed))
  return new Promise((resolve) => {
    answered = (value) => {
      if (value.next === null) batch?.child.stdin?.end()
      resolve(value)
    }
    batch?.feed([{ command: 'inbox', input: { limit: 500, ...(after === null ? {} : { after }) } }])
  })
}

function withFile<T>(see: (database: Database.Database) => T): T {
  const database = new Database(join(store, 'mail.db'))
  try {
    return see(database)
  } finally {
    database.close()
  }
}
