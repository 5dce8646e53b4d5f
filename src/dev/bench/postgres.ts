import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Doer, MailStore, Post } from '../../../store/mail-store.ts'
import { usualConnections } from '../../../store/postgres/database/pool.ts'
import { openPostgresStore } from '../../../store/postgres/postgres-store.ts'
import { openBatch } from '../../../test/support/batch.ts'
import { type OwnServer, startOwn } from '../../../test/support/postgres-server.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { openMailbox } from '../../mailbox.ts'
import { atMost, besideRaw, duration, type Figure, later, median, quantile, whole } from './measure.ts'
import { benchWritten } from './written.ts'

const rounds = 5
export const senders = 16
const sendsEach = 100
const claimants = 100
/** Each with a connection of its own. */
const waiters = 100
const items = 3_000
const arrivals = 60
const pageSize = 50
const body = 'the body of a message as agents write them '.repeat(12)
const subject = 'Tests red on main after the merge'
const queue = 'work'
const idMask = 2 ** 48 - 1
export const agent = (at: number) => `agent-${at}`
export const by = (actor: string): Doer => ({ actor, principal: null, session: null, command: null })

/** Everything is stored as it is on a server by itself: with fsync. */
export const settings = ['max_connections=240', 'shared_buffers=256MB']

/** A store on a server beside raw statements by the driver alone, in turn. Left out, with a line, where no server starts. */
export async function benchPostgres(quick: boolean): Promise<readonly Figure[]> {
  let server: OwnServer
  try {
    server = await startOwn(settings)
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    process.stderr.write(`PostgreSQL is left out: ${why}\n`)
    return []
  }
  try {
    const { address } = server
    const made = await openPostgresStore(address, { create: true })
    for (let at = 0; at < 2 * claimants; at += 1)
      await made.roster.register({ address: agent(at), longForm: null }, by('system'), Date.now())
    await made.queues.create({ ...workQueue, name: queue }, by('system'), Date.now())
    await made.close()
    return [
      ...(await benchSends(address)),
      ...(await benchClaims(address)),
      ...(await benchLog(address)),
      ...(await benchArrival(address)),
      ...(await benchPage(address, quick ? 100_000 : 1_000_000)),
    ]
  } finally {
    await server.stop()
  }
}

export const workQueue = {
  status: 'active',
  order: 'fifo',
  maxConcurrency: null,
  claimers: ['*'],
  lease: 600_000,
  attempts: 3,
} as const

/** So many stores that each caller has a connection of its own. */
export async function openStores(address: string, callers: number): Promise<readonly MailStore[]> {
  return Promise.all(
    Array.from({ length: Math.ceil(callers / usualConnections) }, () =>
      openPostgresStore(address, { create: false }),
    ),
  )
}

export async function openClients(address: string, callers: number): Promise<readonly pg.Client[]> {
  const clients = Array.from(
    { length: callers },
    () => new pg.Client({ connectionString: address, options: '-c search_path=watchpost' }),
  )
  for (const client of clients) {
    // The server ends before what failed is told.
    client.on('error', () => undefined)
    await client.connect()
  }
  return clients
}

/** All callers at once, each again and again: how many a second, and what each took. */
export async function together(callers: number, each: (caller: number) => Promise<boolean>) {
  const times: number[] = []
  const start = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (;;) {
        const before = performance.now()
        if (!(await each(caller))) return
        times.push(performance.now() - before)
      }
    }),
  )
  return { rate: (times.length * 1_000) / (performance.now() - start), times }
}

function counted(each: number): (caller: number) => boolean {
  const done = new Map<number, number>()
  return (caller) => {
    const count = (done.get(caller) ?? 0) + 1
    done.set(caller, count)
    return count <= each
  }
}

const rawSendSql = `WITH m AS (
  INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
  SELECT i, i, $1, 'request', ${21 * 2 ** 48} + i, $3, $3, '{"to":["agent-1"],"cc":[]}', '[' || $2::bigint || ']', $4, $5, $6
  FROM nextval('message_ids') i RETURNING rank
), d AS (INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) SELECT $2::bigint, 0, rank, $1, 1 FROM m)
SELECT ring_machines()`

async function benchSends(address: string): Promise<readonly Figure[]> {
  const stores = await openStores(address, senders)
  const clients = await openClients(address, senders)
  const numbers = await numbersOf(clients[0])
  const times: number[] = []
  const ours = async () => {
    const goesOn = counted(sendsEach)
    const done = await together(senders, async (caller) => {
      if (!goesOn(caller)) return false
      await stores[caller % stores.length]?.messages.deliver(postOf(caller))
      return true
    })
    times.push(...done.times)
    return done.rate
  }
  const raw = async () => {
    const goesOn = counted(sendsEach)
    return (
      await together(senders, async (caller) => {
        if (!goesOn(caller)) return false
        const [from, to] = [numbers.get(agent(caller)), numbers.get(agent(senders + caller))]
        const values = [from, to, Date.now(), subject, body.slice(0, 160), body]
        await clients[caller]?.query({ name: 'send', text: rawSendSql, values })
        return true
      })
    ).rate
  }
  const { ratio, figure } = await besideRaw(ours, raw, rounds)
  const p99 = quantile(times, 0.99)
  const beside = await besideWaiters(address, ours)
  for (const one of [...stores.map((store) => store.close()), ...clients.map((client) => client.end())])
    await one
  return [
    {
      what: `PostgreSQL: sends a second by ${senders} connections, of what raw pg inserts of the same rows with the same bell`,
      figure,
      aim: '≥ 0.8×',
      met: ratio >= 0.8,
    },
    atMost('PostgreSQL: one of these sends, p99', p99 * 1_000, 20_000, duration),
    beside,
  ]
}

/** The same sends, while programs wait for mail that none of them is. */
async function besideWaiters(address: string, rate: () => Promise<number>): Promise<Figure> {
  const alone = [await rate(), await rate(), await rate()]
  const ending = new AbortController()
  const programs: MailStore[] = []
  for (let at = 0; at < waiters; at += 1) {
    const store = await openPostgresStore(address, { create: false })
    programs.push(store)
    void store.live.mail(agent(2 * claimants - 1 - at), ending.signal).catch(() => undefined)
  }
  await later(2_000)
  const beside = [await rate(), await rate(), await rate()]
  ending.abort()
  for (const store of programs) await store.close()
  return {
    what: `PostgreSQL: these sends while ${waiters} programs wait for other mail, of what they are without`,
    figure: `${(median(beside) / median(alone)).toFixed(2)}× (${whole(median(beside))} of ${whole(median(alone))})`,
  }
}

export function postOf(caller: number, to = agent(senders + caller)): Post {
  return {
    from: agent(caller),
    principal: null,
    to: [to],
    cc: [],
    kind: 'request',
    priority: 'normal',
    tier: 5,
    subject,
    body,
    preview: body.slice(0, 160),
    payload: null,
    context: null,
    attachments: [],
    tags: [],
    swarm: null,
    task: null,
    sentAt: Date.now(),
    expiresAt: null,
    key: null,
    meta: null,
    origin: null,
    replyTo: null,
    thread: null,
    selectors: [],
    answers: false,
    expect: {},
    recipients: [{ address: to, via: 'to', owes: true, expiresAt: null }],
  }
}

async function numbersOf(client: pg.Client | undefined): Promise<ReadonlyMap<string, number>> {
  const { rows } = (await client?.query('SELECT address, id FROM agents')) ?? { rows: [] }
  return new Map(rows.map(({ address, id }) => [String(address), Number(id)]))
}

const fillSql = `WITH m AS (
  INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
  SELECT i, i, 1, 'request', ${21 * 2 ** 48} + i, $3, $3, '{"to":["queue:work"],"cc":[]}', '[' || $2::bigint || ']', $4, $5, $6
  FROM (SELECT nextval('message_ids') AS i FROM generate_series(1, $1)) n RETURNING rank
) INSERT INTO deliveries(agent_id, box, rank, sender_id, owes) SELECT $2::bigint, 0, rank, 1, 1 FROM m`
const state = (text: string) => `'[[0,null,1,null,0,null,null,null,null,null,0],${text}]'`
const noted = (what: string, change: string) =>
  `t AS (INSERT INTO deeds(actor_id, at, what, command, undoable) SELECT 1, $2, '${what}', '${what}', 0 FROM c RETURNING id),
e AS (INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) SELECT t.id, c.rank & ${idMask}, c.agent_id, '${what}', '{"attempt":1}', ${change} FROM c, t)`
const rawClaimSql = `WITH i AS (
  SELECT agent_id, rank FROM deliveries WHERE agent_id = $1 AND box = 0 ORDER BY rank & ${idMask} LIMIT 1 FOR UPDATE SKIP LOCKED
), c AS (
  UPDATE deliveries d SET box = 2, held_by = $3, held_until = $2::bigint + 600000, read_at = $2, attempts = attempts + 1
  FROM i WHERE d.agent_id = i.agent_id AND d.rank = i.rank RETURNING d.agent_id, d.rank
), ${noted('claim', state('[2,null,1,null,0,1,null,null,"agent-1",1,1]'))}
SELECT m.* FROM c JOIN messages m ON m.id = (c.rank & ${idMask})`
const rawCompleteSql = `WITH c AS (
  UPDATE deliveries SET box = 5, was = 3, owes = 0, held_by = NULL, held_until = NULL, done_at = $2
  WHERE agent_id = $1 AND rank = $3 AND box = 2 AND held_by = $4 RETURNING agent_id, rank
), ${noted('complete', state('[5,3,0,null,0,1,null,1,null,null,1]'))}
SELECT 1 FROM c`

async function benchLog(address: string): Promise<readonly Figure[]> {
  const store = await openPostgresStore(address, { create: false })
  const [client] = await openClients(address, 1)
  if (client === undefined) return []
  const world = { postTo: (to: string) => postOf(1, to), reader: agent(2), worker: by(agent(3)), queue }
  const figures = await benchWritten(store, client, world)
  await store.close()
  await client.end()
  return figures
}

async function benchClaims(address: string): Promise<readonly Figure[]> {
  const stores = await openStores(address, claimants)
  const clients = await openClients(address, claimants)
  const [first] = clients
  const owner = (await first?.query('SELECT agent_id FROM queues'))?.rows[0].agent_id
  const given: number[] = []
  const fill = () => first?.query(fillSql, [items, owner, Date.now(), subject, body.slice(0, 160), body])
  const ours = async () => {
    await fill()
    const done = await together(claimants, async (caller) => {
      const { queues } = stores[caller % stores.length] as MailStore
      const [doer, forms] = [by(agent(caller)), [agent(caller)]] as const
      const item = await queues.claim(doer, { queue, forms, lease: null }, Date.now())
      if (item === null) return false
      const message = item.letter.message.id
      given.push(message)
      const claims = [{ message, attempt: item.attempt }]
      await queues.finish(doer, claims, { verb: 'complete', keep: false }, Date.now())
      return true
    })
    return done.rate
  }
  const raw = async () => {
    await fill()
    const done = await together(claimants, async (caller) => {
      const client = clients[caller] as pg.Client
      const values = [owner, Date.now(), agent(caller)]
      const { rows } = await client.query({ name: 'claim', text: rawClaimSql, values })
      if (rows.length === 0) return false
      const ended = [owner, Date.now(), rows[0].rank, agent(caller)]
      await client.query({ name: 'complete', text: rawCompleteSql, values: ended })
      return true
    })
    return done.rate
  }
  const { ratio, figure } = await besideRaw(ours, raw, rounds)
  for (const one of [...stores.map((store) => store.close()), ...clients.map((client) => client.end())])
    await one
  const doubles = given.length - new Set(given).size
  return [
    {
      what: `PostgreSQL: pairs of claim and complete a second by ${claimants} claimants at one queue, of what raw SKIP LOCKED statements write of the same rows`,
      figure,
      aim: '≥ 0.6×',
      met: ratio >= 0.6,
    },
    {
      what: `PostgreSQL: items given twice, of ${whole(given.length)}`,
      figure: String(doubles),
      aim: '0',
      met: doubles === 0,
    },
  ]
}

/** One program sends, another one waits, each with its own connection: from telling the one to what the other prints. */
async function benchArrival(address: string): Promise<readonly Figure[]> {
  const [from, to] = [agent(2 * claimants - 1), agent(2 * claimants - 2)]
  const shown = new Map<string, number>()
  const reader = openBatch(['--store', address, '--as', to], ({ value }) => {
    const { message } = value as { readonly message: { readonly subject: string } }
    shown.set(message.subject, performance.now())
    wait()
  })
  const wait = (): void => void reader.feed([{ command: 'wait', input: { take: true, timeout: '2m' } }])
  const sender = openBatch(['--store', address, '--as', from], () => undefined)
  wait()
  await later(3_000)
  const times: number[] = []
  for (let at = -3; at < arrivals; at += 1) {
    const named = `arrival ${at}`
    const start = performance.now()
    sender.feed([{ command: 'send', input: { to: [to], subject: named, body: 'body' } }])
    while (!shown.has(named)) await later(1)
    if (at >= 0) times.push((shown.get(named) ?? Number.NaN) - start)
    await later(50 + ((at * 37) % 100))
  }
  for (const { child } of [sender, reader]) child.kill('SIGKILL')
  const [p50, p99] = [median(times), quantile(times, 0.99)]
  return [
    {
      what: 'PostgreSQL: a send until a waiting agent on another connection prints it, p50 / p99',
      figure: `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`,
      aim: 'p50 < 15 ms, p99 < 150 ms',
      met: p50 < 15 && p99 < 150,
    },
  ]
}

type World = {
  readonly reader?: string
  /** Of the newest message, ms. */
  readonly age?: number
  /** So many agents there are beside the first two. */
  readonly agents?: number
}

/** Rows without their triggers, then what those would have counted. */
export const worldSql = (
  messages: number,
  { reader = agent(0), age = 0, agents = 190 }: World = {},
) => `SET search_path = watchpost; SET session_replication_role = replica;
INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, written, recipients, subject, preview, body)
SELECT i, i, 2 + i % ${Math.min(100, agents)}, 'request', ((i % 3 * 8 + 5)::bigint << 48) + i, now - 1000 * (${messages} - i), now - 1000 * (${messages} - i),
  '{"to":["${reader}"],"cc":[]}', '[1]', '${subject} ' || i, '${body.slice(0, 160)}', '${body}'
FROM (SELECT n + (SELECT coalesce(max(id), 0) FROM messages) AS i, (extract(epoch FROM now()) * 1000)::bigint - ${age} AS now FROM generate_series(1, ${messages}) n) s;
INSERT INTO deliveries(agent_id, box, rank, sender_id, owes)
SELECT CASE WHEN id % 10 = 0 THEN (SELECT a.id FROM agents a WHERE address = '${reader}') ELSE 3 + id % ${agents} END, CASE WHEN id % 20 < 10 THEN 0 ELSE 1 END, rank, sender_id, 1
FROM messages m WHERE NOT EXISTS(SELECT 1 FROM deliveries d WHERE (d.rank & ${idMask}) = m.id);
SELECT setval('message_ids', (SELECT max(id) FROM messages));
DELETE FROM unread_parts;
INSERT INTO unread_parts(agent_id, priority, shard, lasting) SELECT agent_id, rank >> 51, 0, count(*) FROM deliveries WHERE box = 0 AND expires_at IS NULL GROUP BY 1, 2;
ANALYZE;`

type Asked = { readonly text: string; readonly values: readonly unknown[] }

/** A page of the fullest mailbox: how often it asks, and what the server takes to answer. */
async function benchPage(address: string, messages: number): Promise<readonly Figure[]> {
  const [client] = await openClients(address, 1)
  if (client === undefined) return []
  await client.query(worldSql(messages))
  const store = await openPostgresStore(address, { create: false })
  const mailbox = openMailbox(await seat(store, agent(0)))
  const page = () => mailbox.inbox({ limit: pageSize })
  await page()
  const asked = await askedBy(page)
  const took = await serverTimes(client, asked)
  await store.close()
  await client.end()
  const where = `PostgreSQL: a page of ${pageSize} of the inbox at ${whole(messages)} messages`
  return [
    { what: `${where}, round trips`, figure: String(asked.length), aim: '≤ 3', met: asked.length <= 3 },
    atMost(`${where}, time of the server`, median(took) * 1_000, 5_000, duration),
  ]
}

/** What is asked of the server meanwhile. */
async function askedBy(deed: () => Promise<unknown>): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: never[]) {
    const [first] = args as readonly unknown[]
    asked.push(typeof first === 'string' ? { text: first, values: [] } : (first as Asked))
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await deed()
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}

const looks = 15
/** So often the server plans a prepared statement anew before it keeps a plan. */
const planned = 6

/** Milliseconds of the server for all of these, prepared as the driver has them, as it says itself. */
async function serverTimes(client: pg.Client, asked: readonly Asked[]): Promise<readonly number[]> {
  const times = Array.from({ length: looks }, () => 0)
  for (const [at, { text, values }] of asked.entries()) {
    if (!/^\s*(?:SELECT|WITH)/iu.test(text)) continue
    await client.query(`PREPARE p${at} AS ${text}`)
    const given = values
      .map((value) => (value === null ? 'NULL' : pg.escapeLiteral(String(value))))
      .join(', ')
    const sql = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE p${at}${given === '' ? '' : `(${given})`}`
    for (let look = -planned; look < looks; look += 1) {
      const [plan] = (await client.query(sql)).rows[0]['QUERY PLAN'] as [Planned]
      if (look >= 0) times[look] = (times[look] ?? 0) + plan['Planning Time'] + plan['Execution Time']
    }
  }
  return times
}

type Planned = { readonly 'Planning Time': number; readonly 'Execution Time': number }
