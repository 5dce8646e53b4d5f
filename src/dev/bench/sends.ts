import { join } from 'node:path'
import Database from 'better-sqlite3'
import { besideRaw, type Figure } from './measure.ts'
import { makeStore, openFor } from './world.ts'

const rounds = 7
const each = 3_000
const body = 'the body of a message as agents write them '.repeat(14)
const subject = 'Tests red on main after the merge'
const enough = 0.7

/** In-process sends a second through every layer, against raw statements that insert the same rows, in turn. */
export async function benchSends(folder: string): Promise<readonly Figure[]> {
  const ours = await openOurs(join(folder, 'ours'))
  const raw = await openRaw(join(folder, 'raw'))
  const { ratio, figure, first } = await besideRaw(ours, raw, rounds)
  return [
    {
      what: 'sends a second in one process, of what raw better-sqlite3 statements insert of the same rows',
      figure,
      aim: `≥ ${enough}×`,
      met: ratio >= enough,
    },
    {
      what: `the same of the first ${each.toLocaleString('en')} in a fresh process`,
      figure: first.figure,
      aim: `≥ ${enough}×`,
      met: first.ratio >= enough,
    },
  ]
}

async function openOurs(location: string): Promise<() => Promise<number>> {
  await makeStore(location, 'sender', 'reader')
  const { mailbox } = await openFor(location, 'sender')
  return async () => {
    const start = process.hrtime.bigint()
    for (let at = 0; at < each; at += 1)
      await mailbox.send({ to: ['reader'], subject: `${subject} ${at}`, body })
    return each / (Number(process.hrtime.bigint() - start) / 1e9)
  }
}

/** The same rows by the same schema, and nothing else: no checks, no addresses, no bell. */
async function openRaw(location: string): Promise<() => Promise<number>> {
  await makeStore(location, 'sender', 'reader')
  const database = new Database(join(location, 'mail.db'))
  for (const pragma of ['synchronous = NORMAL', 'wal_autocheckpoint = 4000', 'journal_size_limit = 67108864'])
    database.pragma(pragma)
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const top = database.prepare('SELECT coalesce(max(id), 0) AS id FROM messages')
  const message = database.prepare(
    `INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
     VALUES(?, ?, 1, 'request', ?, ?, ?, '{"to":["reader"],"cc":[]}', '[2]', ?, ?, ?)`,
  )
  const delivery = database.prepare(
    'INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) VALUES(2, 0, ?, 1, 1)',
  )
  const preview = body.slice(0, 160)
  return async () => {
    const start = process.hrtime.bigint()
    for (let at = 0; at < each; at += 1) {
      const now = Date.now()
      begin.run()
      const id = (top.get() as { id: number }).id + 1
      const rank = 21 * 2 ** 48 + id
      message.run(id, id, rank, now, now, `${subject} ${at}`, preview, body)
      delivery.run(rank)
      commit.run()
    }
    return each / (Number(process.hrtime.bigint() - start) / 1e9)
  }
}
