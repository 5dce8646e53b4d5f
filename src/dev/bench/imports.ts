import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Figure, whole } from './measure.ts'
import { makeStore, openFor } from './world.ts'

const messages = 100_000
const agents = 50
const batch = 500
const body = 'the body of a message as agents write them '.repeat(11)

/** An import of HAAK's file into an empty store, against raw statements that insert the same rows, as many a transaction. */
export async function benchImport(folder: string): Promise<readonly Figure[]> {
  const source = join(folder, 'haak')
  mkdirSync(source)
  writeFileSync(
    join(source, 'agent-mailbox.jsonl'),
    Array.from({ length: messages }, (_, at) => lineOf(at)).join(''),
  )
  const ours = await importInto(join(folder, 'imported'), source)
  const raw = await insertInto(join(folder, 'inserted'))
  const [first, idle] = await syncTwice(join(folder, 'imported'), source)
  const ratio = ours / raw
  return [
    {
      what: `messages imported a second, of what raw better-sqlite3 statements insert of the same rows (${messages.toLocaleString('en')} messages)`,
      figure: `${ratio.toFixed(2)}× (${whole(ours)} of ${whole(raw)})`,
    },
    {
      what: '`sync --once` of a folder with these messages when nothing is new, to its first run: processor time',
      figure: `${(idle / first).toFixed(3)}× (${whole(idle)} of ${whole(first)} ms)`,
    },
  ]
}

const agent = (at: number) => `session-${at % agents}`
const timestamp = '2026-03-16T14:30:00Z'

function lineOf(at: number): string {
  const thread = at % 3 === 0 && at > 0 ? `id-${at - 1}` : null
  const known = {
    id: `id-${at}`,
    sender: agent(at),
    recipient: agent(at * 7 + 1),
    timestamp,
    content: body,
    thread,
  }
  return `${JSON.stringify({ ...known, ttl_hours: 999_999, read_by: [] })}\n`
}

async function importInto(location: string, source: string): Promise<number> {
  await makeStore(location, 'reader')
  const { mailbox, close } = await openFor(location, 'reader', true)
  const start = performance.now()
  const { written } = await mailbox.importMail({ path: source, format: 'haak' })
  const took = (performance.now() - start) / 1_000
  await close()
  if (written !== messages) throw new Error(`Only ${written} messages were imported`)
  return messages / took
}

/** Processor time in milliseconds: of a run that reads the folder for the first time, and of a later one. */
async function syncTwice(location: string, path: string): Promise<readonly [number, number]> {
  const { mailbox, close } = await openFor(location, 'reader', true)
  const { signal } = new AbortController()
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const start = process.cpuUsage()
    for await (const _ of mailbox.sync({ path, format: 'haak', once: true }, signal));
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  await close()
  const [first = Number.NaN, , third = Number.NaN] = times
  return [first, third]
}

/** The same rows by the same schema, and nothing else: nothing is parsed, addressed or looked up. */
async function insertInto(location: string): Promise<number> {
  await makeStore(location, ...Array.from({ length: agents }, (_, at) => agent(at)))
  const database = new Database(join(location, 'mail.db'))
  for (const pragma of ['synchronous = NORMAL', 'wal_autocheckpoint = 4000']) database.pragma(pragma)
  const message = database.prepare(
    `INSERT INTO messages(id, thread_id, reply_to, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
     VALUES(?, ?, ?, ?, 'request', ?, 0, 0, '{"to":["session-0"],"cc":[]}', ?, '', ?, ?)`,
  )
  const delivery = database.prepare(
    'INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) VALUES(?, 0, ?, ?, 0)',
  )
  const name = database.prepare(
    "INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES('haak', ?, ?)",
  )
  const preview = body.slice(0, 160)
  const some = database.transaction((from: number) => {
    for (let at = from; at < from + batch; at += 1) {
      const id = at + 1
      const parent = at % 3 === 0 && at > 0 ? at : null
      const rank = 21 * 2 ** 48 + id
      const [sender, recipient] = [(at % agents) + 1, ((at * 7 + 1) % agents) + 1]
      message.run(id, parent ?? id, parent, sender, rank, `[${recipient}]`, preview, body)
      delivery.run(recipient, rank, sender)
      name.run(`id-${at}`, id)
    }
  })
  const start = performance.now()
  for (let from = 0; from < messages; from += batch) some(from)
  const took = (performance.now() - start) / 1_000
  database.close()
  return messages / took
}
