import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type Figure, median, whole } from './measure.ts'
import { makeStore, openFor } from './world.ts'

const agents = 10_000
const rounds = 7
const body = 'the body of a message as agents write them '.repeat(14)

/** One broadcast through every layer, against raw statements that insert the same rows in one transaction. */
export async function benchBroadcast(folder: string): Promise<readonly Figure[]> {
  const location = join(folder, 'broadcast')
  await makeStore(location, 'sender')
  const database = openCrowd(location)
  const { mailbox, close } = await openFor(location, 'sender')
  const broadcast = (at: number) => mailbox.send({ to: ['all'], subject: `All hands ${at}`, body })
  const first = await milliseconds(() => broadcast(0))
  const [own, bare]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    own.push(await milliseconds(() => broadcast(round)))
    bare.push(await milliseconds(async () => insertRaw(database)))
  }
  await close()
  database.close()
  const ratio = median(own.map((time, at) => time / (bare[at] ?? Number.NaN)))
  return [
    {
      what: `broadcast to ${whole(agents)} agents, to raw statements that insert the same rows; the first also makes their signal files`,
      figure: `${ratio.toFixed(1)}× (${whole(median(own))} of ${whole(median(bare))} ms; the first ${whole(first)} ms)`,
    },
  ]
}

function openCrowd(location: string): Database.Database {
  const database = new Database(join(location, 'mail.db'))
  for (const pragma of ['synchronous = NORMAL', 'wal_autocheckpoint = 4000']) database.pragma(pragma)
  const agent = database.prepare(
    "INSERT INTO agents(address, kind, state, registered_at) VALUES(?, 'agent', 'alive', 0)",
  )
  database.transaction(() => {
    for (let at = 0; at < agents; at += 1) agent.run(`rig_${at % 40}/agent-${at}`)
  })()
  return database
}

function insertRaw(database: Database.Database): void {
  database.transaction(() => {
    const id = (database.prepare('SELECT max(id) FROM messages').pluck().get() as number) + 1
    const rank = 21 * 2 ** 48 + id
    const now = Date.now()
    const owners = database
      .prepare("SELECT id FROM agents WHERE address LIKE 'rig%'")
      .pluck()
      .all() as number[]
    database
      .prepare(
        `INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
         VALUES(?, ?, 1, 'notification', ?, ?, ?, '{"to":["all"],"cc":[]}', ?, 'All hands', ?, ?)`,
      )
      .run(id, id, rank, now, now, `[${owners.join(',')}]`, body.slice(0, 160), body)
    const copy = database.prepare(
      "INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at) VALUES(?, 0, ?, 'all', 1, 0, ?)",
    )
    for (const owner of owners) copy.run(owner, rank, now + 14_400_000)
  })()
}

async function milliseconds(deed: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await deed()
  return performance.now() - start
}
