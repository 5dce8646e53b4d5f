import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, it } from 'vitest'
import { agentName, fillStore } from '../../src/dev/bench/fill.ts'
import { makeStore } from '../../src/dev/bench/world.ts'
import { ageStore } from '../../src/dev/bench/year.ts'
import { openBatch, runProgram } from '../support/batch.ts'
import { proof, scaled } from '../support/scale.ts'

const messages = scaled(3_000, 100_000)
const day = 86_400_000
const patrols = 3
const mostRounds = 40
const sent = scaled(60, 1_000)
const folder = mkdtempSync(join(tmpdir(), 'watchpost-patrols-'))
const store = join(folder, 'store')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Told = { readonly act: string; readonly what: string; readonly messages: readonly string[] }

it(
  proof(`${patrols} patrols at once, while another sends: each act once, nothing lost`, messages, 'messages'),
  async () => {
    await makeStore(store)
    fillStore(store, { messages, agents: 20 }, Date.now() - 2 * day)
    ageStore(store, Date.now())
    const sending = openBatch(['--store', store, '--as', agentName(1)])
    sending.feed(
      Array.from({ length: sent }, (_, at) => ({
        command: 'send',
        input: { to: [agentName(2)], subject: `Meanwhile ${at}`, kind: 'notification' },
      })),
    )
    const told: Told[] = []
    let quiet = false
    for (let round = 0; !quiet && round < mostRounds; round += 1) {
      const rounds = await Promise.all(Array.from({ length: patrols }, patrol))
      told.push(...rounds.flat())
      quiet = rounds.flat().every(({ act }) => act === 'index')
    }
    await sending.finish()
    expect(quiet).toBe(true)
    expect(sending.lines.filter(({ ok }) => !ok)).toEqual([])
    const acts = told.flatMap(({ act, what, messages: ids }) =>
      ids.map((id) => `${act}: ${what.replace(/\d+|copy|copies/gu, '').slice(0, 8)} ${id}`),
    )
    expect(acts.length).toBe(new Set(acts).size)
    const kinds = new Set(told.map(({ act }) => act))
    for (const act of ['dead-letters', 'snoozes', 'leases', 'claims', 'retention', 'overdue', 'cold'])
      expect(kinds).toContain(act)
    const cold = told.filter(({ act }) => act === 'cold').flatMap((one) => one.messages).length
    expect(count('SELECT count(*) FROM cold')).toBe(cold)
    expect(count(noticesTwice)).toBe(0)
    expect(count(`SELECT count(*) FROM messages WHERE subject LIKE 'Meanwhile %'`)).toBe(sent)
    expect(count('SELECT count(*) FROM deliveries')).toBe(count(copiesSql))
  },
)

const noticesTwice = `SELECT count(*) FROM (SELECT key FROM messages WHERE key IS NOT NULL GROUP BY key HAVING count(*) > 1)`
/** Every recipient still has its copy, and the queue its items, whatever became of them. */
const copiesSql = `SELECT (SELECT sum(json_array_length(recipients)) FROM messages)
+ (SELECT count(*) FROM deliveries WHERE agent_id = (SELECT agent_id FROM queues))`

async function patrol(): Promise<readonly Told[]> {
  const { code, out, err } = await runProgram(['patrol', '--json', '--store', store, '--as', agentName(0)])
  expect([code, err]).toEqual([0, ''])
  return (JSON.parse(out) as { readonly acts: readonly Told[] }).acts
}

function count(sql: string): number {
  const database = new Database(join(store, 'mail.db'), { readonly: true })
  try {
    return Number(database.prepare(sql).pluck().get())
  } finally {
    database.close()
  }
}
