import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { MailStore } from '../../../store/mail-store.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../store/sqlite/sqlite-store.ts'
import { startOwn } from '../../../test/support/postgres-server.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { openMailbox } from '../../mailbox.ts'
import { agentName } from './fill.ts'
import { duration, timeCall, whole } from './measure.ts'
import { agent, by, postOf, settings, workQueue, worldSql } from './postgres.ts'
import { circumstances } from './report.ts'
import { makeWorld } from './world.ts'

const pageSize = 50
const calls = 400
const agents = 200
const queue = 'work'
/** What is not indexed for search after so long is left, ms. */
const longestIndexing = 120_000

/** What one store was measured to take. */
type Grown = {
  readonly bytes: number
  /** The part that is indexed for search. */
  readonly indexed: number
  /** Microseconds. */
  readonly send: number
  readonly page: number
  readonly claim: number
}
type Say = (what: string) => void

/** How both stores grow: their size, and what a send, a page and a claim take, as one table. */
export async function benchScale(folder: string, quick: boolean, say: Say): Promise<string> {
  const sizes = quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000, 10_000_000]
  const rows: string[] = []
  const server = await startOwn(settings)
  try {
    for (const size of sizes)
      for (const [name, measure] of [
        ['SQLite', () => growSqlite(join(folder, `scale-${size}`), size)],
        ['PostgreSQL', () => growPostgres(server.address, size)],
      ] as const) {
        say(`${name}, ${whole(size)} messages`)
        rows.push(rowOf(name, size, await measure()))
        say(rows.at(-1) ?? '')
      }
  } finally {
    await server.stop()
  }
  const caption = `\`npm run bench -- --scale --write\` wrote this table in one run on ${circumstances()}. Messages have about 500 bytes and one recipient of ${agents}. Times are medians for one caller. PostgreSQL runs on the same machine with fsync.`
  const head = `| store | messages | size | a message | indexed for search | send | first ${pageSize} of the fullest inbox | claim and complete |`
  return [caption, '', head, '| --- | --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n')
}

function rowOf(name: string, size: number, { bytes, indexed, send, page, claim }: Grown): string {
  const cells = [
    name,
    whole(size),
    `${whole(bytes / 1e6)} MB`,
    `${whole(bytes / size)} bytes`,
    `${whole(100 * indexed)} %`,
    ...[send, page, claim].map(duration),
  ]
  return `| ${cells.join(' | ')} |`
}

async function growSqlite(location: string, size: number): Promise<Grown> {
  await makeWorld(location, size, agents)
  const bytes = readdirSync(location, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const store = await openSqliteStore(location, { create: false, durability: 'normal' })
  return { bytes, indexed: 1, ...(await measured(store, agentName)) }
}

async function growPostgres(address: string, size: number): Promise<Grown> {
  const name = `scale_${size}`
  const admin = await connected(address)
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const url = new URL(address)
  url.pathname = `/${name}`
  const store = await openPostgresStore(url.href, { create: true })
  for (let at = 0; at < agents; at += 1)
    await store.roster.register({ address: agent(at), longForm: null }, by('system'), Date.now())
  const client = await connected(url.href)
  const used = async () =>
    Number((await client.query('SELECT pg_database_size(current_database()) AS n')).rows[0].n)
  const empty = await used()
  await client.query(worldSql(size))
  const late = performance.now() + longestIndexing
  while (performance.now() < late && (await store.messages.index()));
  const { rows } = await client.query('SELECT count(*) AS n FROM watchpost.words')
  await client.query('CHECKPOINT')
  const bytes = (await used()) - empty
  await client.end()
  return { bytes, indexed: Number(rows[0].n) / size, ...(await measured(store, agent)) }
}

async function connected(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Closes the store as well. */
async function measured(
  store: MailStore,
  named: (at: number) => string,
): Promise<Omit<Grown, 'bytes' | 'indexed'>> {
  const mailbox = openMailbox(await seat(store, named(0)))
  const page = await timeCall(() => mailbox.inbox({ limit: pageSize }), calls)
  const post = (to: string) => ({ ...postOf(0, to), from: named(1), sentAt: Date.now() })
  const send = await timeCall(() => store.messages.deliver(post(named(2))), calls)
  const worker = by(named(3))
  await store.queues.create({ ...workQueue, name: queue }, by('system'), Date.now())
  for (let at = 0; at < 2 * calls; at += 1) await store.messages.deliver(post(`queue:${queue}`))
  const claim = await timeCall(async () => {
    const item = await store.queues.claim(worker, { queue, forms: [named(3)], lease: null }, Date.now())
    if (item === null) throw new Error('The queue is empty.')
    const claims = [{ message: item.letter.message.id, attempt: item.attempt }]
    await store.queues.finish(worker, claims, { verb: 'complete', keep: false }, Date.now())
  }, calls)
  await store.close()
  return { send, page, claim }
}
