import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shortId } from '../../src/domain/id.ts'
import { openBatch, programFile, quietEnvironment } from '../support/batch.ts'
import { type CrashStore, makeCrashStore } from '../support/crash-store.ts'
import { generator, proof, scaled } from '../support/scale.ts'
import { contextIn, mailIn } from '../support/shown-mail.ts'

const rounds = scaled(8, 500)
const shared = scaled(60, 3_000)
const random = generator(41)
let store: CrashStore

beforeAll(async () => {
  store = await makeCrashStore(['sender', 'reader', 'crowd'])
})
afterAll(() => store.remove())

const event = '{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt":"x"}'
const consumers = [
  ['inject'],
  ['next', '--take', '--json'],
  ['wait', '--take', '--json', '--timeout', '5s'],
  ['hook'],
] as const

describe('a consumer that is killed', () => {
  it(
    proof('kill -9 of inject, next, wait and hook: nothing lost, no repeat of what was recorded', rounds),
    async () => {
      const sent: string[] = []
      const printed = new Set<string>()
      const repeated: string[] = []
      for (let round = 0; round < rounds; round += 1) {
        sent.push(...(await store.fill('sender', lettersOf(round))))
        const before = recorded()
        const out = await killed(consumers[round % consumers.length] ?? ['inject'])
        for (const id of wholeIn(out)) {
          if (before.has(id)) repeated.push(id)
          printed.add(id)
        }
        const unprinted = [...recorded()].filter((id) => !printed.has(id))
        expect({ round, unprinted, repeated }).toEqual({ round, unprinted: [], repeated: [] })
        letAMinutePass()
      }
      for (;;) {
        const rest = wholeIn(await ran(['inject', '--limit', '500', '--max-chars', '10000000']))
        if (rest.length === 0) break
        for (const id of rest) printed.add(id)
      }
      expect(sent.filter((id) => !printed.has(id))).toEqual([])
      expect([...recorded()].sort()).toEqual([...sent].sort())
    },
  )
})

describe('three consumers of one mailbox', () => {
  it(proof('no message is shown to two of three consumers', shared, 'messages'), async () => {
    const sent = await store.fill(
      'sender',
      Array.from({ length: shared }, (_, at) => ({
        to: ['crowd'],
        subject: `C${at}`,
        body: 'x',
        again: true,
      })),
    )
    const taken = await Promise.all([0, 1, 2].map(drain))
    expect(taken.flat().sort()).toEqual([...sent].sort())
  })
})

function lettersOf(round: number): readonly object[] {
  return Array.from({ length: 2 }, (_, at) => ({
    subject: `R${round}.${at}`,
    body: 'word '.repeat(Math.floor(random() * (round % 5 === 0 ? 60_000 : 500))),
    priority: at === 0 ? 'urgent' : 'normal',
    again: true,
  }))
}

/** Takes until there is nothing, by every way in turn. */
async function drain(): Promise<readonly string[]> {
  const ids: string[] = []
  const batch = openBatch(['--store', store.location, '--as', 'crowd'], ({ ok, value }) => {
    if (!ok) return
    const { message, shown = [] } = value as { message?: { id: string }; shown?: readonly string[] }
    ids.push(...(message === undefined ? shown : [message.id]))
  })
  const ways = [
    { command: 'next', input: {} },
    { command: 'inject', input: { limit: 3 } },
    { command: 'wait', input: { take: true, timeout: 0 } },
  ]
  batch.feed(Array.from({ length: shared + 60 }, (_, at) => ways[at % ways.length] ?? {}))
  await batch.finish()
  return ids
}

function start(words: readonly string[]) {
  const args = [programFile, ...words, '--store', store.location, '--as', 'reader']
  const child = spawn(process.execPath, args, { env: quietEnvironment(), stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.on('error', () => {}).end(event)
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const out = new Promise<string>((resolve) =>
    child.on('close', () => resolve(Buffer.concat(chunks).toString('utf8'))),
  )
  return { child, out }
}

function ran(words: readonly string[]): Promise<string> {
  return start(words).out
}

/** Killed while it starts, holds, writes, or settles: a time after its start, or after its first bytes. */
async function killed(words: readonly string[]): Promise<string> {
  const { child, out } = start(words)
  if (random() < 0.4) setTimeout(() => child.kill('SIGKILL'), random() * 150)
  else child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), random() * 6))
  return out
}

/** What came out whole: one message as JSON, or the fenced bodies of a context. */
function wholeIn(out: string): readonly string[] {
  if (out.startsWith('{"message"')) {
    try {
      return [(JSON.parse(out) as { message: { id: string } }).message.id]
    } catch {
      return []
    }
  }
  return mailIn(out.startsWith('{') ? contextIn(out) : out).map(({ id }) => id)
}

/** Whose showing is on record, once each. */
function recorded(): ReadonlySet<string> {
  const sql = `SELECT e.message_id AS id, count(*) AS times FROM events e JOIN agents a ON a.id = e.agent_id
    WHERE e.what = 'shown' AND a.address = 'reader' GROUP BY e.message_id`
  const rows = store.look((database) => database.prepare(sql).all() as { id: number; times: number }[])
  expect(rows.filter(({ times }) => times > 1)).toEqual([])
  return new Set(rows.map(({ id }) => shortId(id)))
}

/** Holds of the dead lapse. */
function letAMinutePass(): void {
  store.look((database) =>
    database.prepare('UPDATE deliveries SET held_until = 0 WHERE box = 0 AND held_by IS NOT NULL').run(),
  )
}
