import type pg from 'pg'
import type { Doer, MailStore, Post } from '../../../store/mail-store.ts'
import { type Figure, whole } from './measure.ts'

const each = 300
const minimalSql = `CREATE TABLE public.minimal(id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, free_at BIGINT NOT NULL DEFAULT 0,
  attempts INT NOT NULL DEFAULT 0, sender BIGINT, recipient BIGINT, subject TEXT, body TEXT);
CREATE INDEX ON public.minimal(free_at)`
const addSql = 'INSERT INTO public.minimal(sender, recipient, subject, body) VALUES(1, 2, $1, $2)'
const takeSql = `UPDATE public.minimal SET free_at = $1, attempts = attempts + 1
WHERE id = (SELECT id FROM public.minimal WHERE free_at = 0 ORDER BY id FOR UPDATE SKIP LOCKED LIMIT 1) RETURNING id`
const removeSql = 'DELETE FROM public.minimal WHERE id = $1'

/** Who sends what to whom, and who works on a queue. */
type World = {
  readonly postTo: (address: string) => Post
  readonly reader: string
  readonly worker: Doer
  readonly queue: string
}

/** What a change writes to the write-ahead log beside the least that a queue in a table writes, and how many updates are in place. */
export async function benchWritten(
  store: MailStore,
  client: pg.Client,
  world: World,
): Promise<readonly Figure[]> {
  const { postTo, reader, worker, queue } = world
  await client.query(minimalSql)
  await client.query('CHECKPOINT')
  const send = await writtenBy(client, async () => void (await store.messages.deliver(postTo(reader))))
  await writtenBy(client, async () => void (await store.messages.deliver(postTo(`queue:${queue}`))))
  const pair = await writtenBy(client, () => claimAndComplete(store, queue, worker))
  const { subject, body } = postTo(reader)
  const added = await writtenBy(client, async () => void (await client.query(addSql, [subject, body])))
  const taken = await writtenBy(client, async () => {
    const { rows } = await client.query(takeSql, [Date.now()])
    await client.query(removeSql, [rows[0].id])
  })
  const inPlace = await updatesInPlace(client)
  return [
    beside('a send', send, added, null),
    beside('a claim and its completion', pair, taken, 5),
    { what: 'PostgreSQL: updates in place (HOT) of counters, and of copies', figure: inPlace },
  ]
}

async function claimAndComplete({ queues }: MailStore, queue: string, doer: Doer): Promise<void> {
  const item = await queues.claim(doer, { queue, forms: [doer.actor], lease: null }, Date.now())
  if (item === null) throw new Error('The queue is empty.')
  const claims = [{ message: item.letter.message.id, attempt: item.attempt }]
  await queues.finish(doer, claims, { verb: 'complete', keep: false }, Date.now())
}

/** Bytes of the write-ahead log for each, once the pages it touches were written since the checkpoint. */
async function writtenBy(client: pg.Client, change: () => Promise<void>): Promise<number> {
  const at = async () =>
    Number((await client.query("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS n")).rows[0].n)
  for (let turn = 0; turn < each / 10; turn += 1) await change()
  const before = await at()
  for (let turn = each / 10; turn < each; turn += 1) await change()
  return ((await at()) - before) / (each - each / 10)
}

function beside(what: string, ours: number, least: number, most: number | null): Figure {
  const ratio = ours / least
  return {
    what: `PostgreSQL: bytes of write-ahead log for ${what}, of what a minimal table writes`,
    figure: `${ratio.toFixed(1)}× (${whole(ours)} of ${whole(least)})`,
    ...(most !== null && { aim: `≤ ${most}×`, met: ratio <= most }),
  }
}

async function updatesInPlace(client: pg.Client): Promise<string> {
  const { rows } = await client.query(`SELECT relname = 'deliveries' AS copies,
    round(100 * sum(n_tup_hot_upd) / nullif(sum(n_tup_upd), 0)) AS part
    FROM pg_stat_user_tables WHERE relname = 'deliveries' OR relname LIKE '%\\_parts' GROUP BY 1 ORDER BY 1`)
  return rows.map(({ part }) => `${part ?? 0} %`).join(', ')
}
