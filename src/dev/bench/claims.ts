import { spawn } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Mailbox } from '../../mailbox.ts'
import type { Offer } from '../../services/offer.ts'
import type { Values } from '../../values/schemas.ts'
import { besideRaw, type Figure, quantile, whole } from './measure.ts'
import { makeStore, openFor } from './world.ts'

const rounds = 5
const each = 2_000
const processes = 8
const lasts = 4_000
const queue = 'work'
const body = 'the body of a message as agents write them '.repeat(14)
const worker = (at: number) => `worker-${at}`

/** The first argument of a process that claims beside others. */
export const claimantMark = 'claimant'

/** Claims with their completions, in one process against raw statements that write the same rows, and in eight at once. */
export async function benchClaims(folder: string): Promise<readonly Figure[]> {
  const ours = await openOurs(join(folder, 'claims'))
  const raw = await openRaw(join(folder, 'claims-raw'))
  const { figure } = await besideRaw(ours, raw, rounds)
  const together = await inProcesses(join(folder, 'claims-together'), 'pairs')
  const turns = await inProcesses(join(folder, 'claims-turns'), 'turns')
  return [
    {
      what: 'pairs of claim and complete a second in one process, of what raw better-sqlite3 statements write of the same rows',
      figure,
    },
    {
      what: `the same by ${processes} processes at one queue: pairs a second, p99 of a pair, items given twice`,
      figure: `${whole(together.pairs)}, ${together.p99.toFixed(1)} ms, ${together.doubles}`,
      aim: 'p99 ≤ 40 ms, 0 twice',
      met: together.p99 <= 40 && together.doubles === 0,
    },
    {
      what: 'the same where `complete --next` ends an item and claims the next in one turn',
      figure: `${whole(turns.pairs)}, ${turns.p99.toFixed(1)} ms, ${turns.doubles}`,
      aim: '0 twice',
      met: turns.doubles === 0,
    },
  ]
}

async function openOurs(location: string): Promise<() => Promise<number>> {
  await makeQueue(location)
  const { mailbox } = await openFor(location, worker(0))
  return async () => {
    await fillQueue(location, each)
    const start = process.hrtime.bigint()
    for (let at = 0; at < each; at += 1) await pair(mailbox)
    return each / (Number(process.hrtime.bigint() - start) / 1e9)
  }
}

async function pair(mailbox: Mailbox): Promise<string> {
  const id = await claimed(mailbox, queue)
  await mailbox.complete({ messages: [id] })
  return id
}

/** Claims the first item; after that each call completes one and claims the next. Each gives the id of an item that is done. */
export function inTurns(mailbox: Mailbox, queue: string): () => Promise<string> {
  const complete = mailbox.complete as (input: object) => Promise<unknown>
  let held: string | null = null
  return async () => {
    const done: string = held ?? (await claimed(mailbox, queue))
    const turn = (await complete({ messages: [done], next: true })) as Offer<Values['finished']>
    await turn.settle()
    held = turn.value.next?.message.id ?? null
    return done
  }
}

async function claimed(mailbox: Mailbox, queue: string): Promise<string> {
  const { value, settle } = await mailbox.claim({ queue })
  await settle()
  return value.message.id
}

async function makeQueue(location: string): Promise<void> {
  await makeStore(location, 'sender', ...Array.from({ length: processes }, (_, at) => worker(at)))
  const { mailbox, close } = await openFor(location, 'sender')
  await mailbox.createQueue({ queue })
  await close()
}

async function fillQueue(location: string, items: number): Promise<void> {
  const { mailbox, close } = await openFor(location, 'sender')
  for (let at = 0; at < items; at += 1)
    await mailbox.send({ to: [`queue:${queue}`], subject: `Item ${at}`, body })
  await close()
}

/** The same rows by the same schema, and nothing else: nothing is looked up but the next item. */
async function openRaw(location: string): Promise<() => Promise<number>> {
  await makeQueue(location)
  const database = new Database(join(location, 'mail.db'))
  for (const pragma of ['synchronous = NORMAL', 'wal_autocheckpoint = 4000', 'journal_size_limit = 67108864'])
    database.pragma(pragma)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const owner = database.prepare('SELECT agent_id FROM queues').pluck().get()
  const next = database
    .prepare('SELECT rank FROM deliveries WHERE agent_id = ? AND box = 0 ORDER BY rank LIMIT 1')
    .pluck()
  const claim = database.prepare(
    "UPDATE deliveries SET box = 2, held_by = 'worker-0', held_until = ?, attempts = 1 WHERE agent_id = ? AND box = 0 AND rank = ?",
  )
  const complete = database.prepare(
    'UPDATE deliveries SET box = 5, was = 3, owes = 0, held_by = NULL, held_until = NULL, done_at = ? WHERE agent_id = ? AND box = 2 AND rank = ?',
  )
  const deed = database.prepare(
    'INSERT INTO deeds(actor_id, at, what, command, undoable, first_event) VALUES(2, ?, ?, ?, ?, (SELECT coalesce(max(seq), 0) + 1 FROM events))',
  )
  const event = database.prepare(
    "INSERT INTO events(deed_id, message_id, agent_id, what, later, detail, change) VALUES(?, ?, ?, ?, 0, '{\"attempt\":1}', '[[0,null,1,null,0,null,null,null,null,null,0],[2,null,1,null,0,null,null,null,null,null,0]]')",
  )
  const note = (what: string, rank: number, undoable: number) => {
    const { lastInsertRowid } = deed.run(Date.now(), what, what, undoable)
    event.run(lastInsertRowid, rank % 2 ** 48, owner, what)
  }
  return async () => {
    await fillQueue(location, each)
    const start = process.hrtime.bigint()
    for (let at = 0; at < each; at += 1) {
      begin.run()
      const rank = next.get(owner) as number
      claim.run(Date.now() + 600_000, owner, rank)
      note('claim', rank, 0)
      commit.run()
      begin.run()
      complete.run(Date.now(), owner, rank)
      note('complete', rank, 1)
      commit.run()
    }
    return each / (Number(process.hrtime.bigint() - start) / 1e9)
  }
}

type Worked = { readonly ids: readonly string[]; readonly times: readonly number[] }

/** A process claims and completes with two calls, or with one. */
type Way = 'pairs' | 'turns'

async function inProcesses(location: string, way: Way) {
  await makeQueue(location)
  await fillQueue(location, 20_000)
  const from = Date.now() + 3_000
  const worked = await Promise.all(
    Array.from({ length: processes }, (_, at) => runClaimant(location, worker(at), from, way)),
  )
  const ids = worked.flatMap((one) => one.ids)
  return {
    pairs: (ids.length * 1_000) / lasts,
    p99: quantile(
      worked.flatMap((one) => one.times),
      0.99,
    ),
    doubles: ids.length - new Set(ids).size,
  }
}

function runClaimant(location: string, address: string, from: number, way: Way): Promise<Worked> {
  const [, program = ''] = process.argv
  const child = spawn(process.execPath, [program, claimantMark, location, address, String(from), way], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  return new Promise((resolve, reject) =>
    child.on('error', reject).on('close', () => resolve(JSON.parse(out) as Worked)),
  )
}

/** Claims and completes from a moment on, for as long as all others do, and prints what it did. */
export async function workAsClaimant(
  location: string,
  address: string,
  from: number,
  way: string,
): Promise<void> {
  const { mailbox } = await openFor(location, address)
  const [ids, times]: [string[], number[]] = [[], []]
  while (Date.now() < from) await new Promise((resolve) => setTimeout(resolve, 1))
  const next = way === 'turns' ? inTurns(mailbox, queue) : () => pair(mailbox)
  while (Date.now() < from + lasts) {
    const start = performance.now()
    ids.push(await next())
    times.push(performance.now() - start)
  }
  process.stdout.write(JSON.stringify({ ids, times }))
}
