import type { Pool, PoolClient } from 'pg'
import { outsideTransaction } from '../database/pooled.ts'

/** No message has a greater number. */
const beyond = Number.MAX_SAFE_INTEGER
/** Messages that were stored at the same moment have numbers in any order: fewer than this are. */
const atOnce = 200

/**
 * The last message that had been stored by a snapshot, with all before it: what a store says that numbers messages in the order in
 * which they come. Of those that were being stored just then none lies before it.
 */
export function newestBy(snapshot: string): string {
  return `coalesce((SELECT max(m.id) FROM messages m WHERE m.id < coalesce((SELECT min(w.id) FROM (
    SELECT n.id FROM messages n WHERE n.xact >= pg_snapshot_xmin(${snapshot}) AND NOT pg_visible_in_snapshot(n.xact, ${snapshot})
    ORDER BY n.xact LIMIT ${atOnce}) w), ${beyond})), 0)`
}

/** The transactions in which copied messages seem to have been stored, one after the other, all of them before this one. */
export type Moments = {
  /** By the place of a message among all, from 0. */
  of(place: number): number
  /** A snapshot in which all of them had been stored. */
  readonly after: string
}

/** Those below were never given to a transaction. */
const firstTransaction = 3
const slice = 20_000

/**
 * Has the server give out as many numbers of transactions as there are messages: cursors tell by them what came after what. A
 * transaction that writes nothing costs no disk.
 */
export async function takeMoments(pool: Pool, messages: number): Promise<void> {
  let missing = messages + firstTransaction - (await oldest(pool))
  for (; missing > 0; missing -= slice)
    await pool.query(
      outsideTransaction(
        `DO $$ BEGIN FOR i IN 1..${Math.min(slice, missing)} LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$`,
      ),
    )
}

/**
 * Every transaction below has ended. Where one that goes on for long holds that back, the oldest messages share the first number:
 * what came after one of them is told too often, never too little.
 */
export async function beginOf(client: PoolClient, messages: number): Promise<Moments> {
  const end = await oldest(client)
  return {
    of: (place) => Math.max(firstTransaction, end - messages + place),
    after: `${end}:${end}:`,
  }
}

async function oldest(client: Pick<PoolClient, 'query'> | Pool): Promise<number> {
  const { rows } = await client.query<{ oldest: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest',
  )
  return Number(rows[0]?.oldest)
}
