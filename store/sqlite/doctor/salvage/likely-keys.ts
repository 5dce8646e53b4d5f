import { boxes } from '../../../../src/domain/delivery.ts'
import type { Database } from '../../database/driver.ts'
import type { Key } from './keys.ts'

/** Keys that rows may have, by the rows that were salvaged before: a copy is of a message and one of its recipients. */
export function likelyKeys(fresh: Database, table: string): readonly Key[] {
  if (table === 'deliveries') return copiesOfAll(fresh)
  const sql = byAgent[table]
  return sql === undefined ? [] : (fresh.prepare(sql).raw(true).safeIntegers(true).all() as Key[])
}

/** Where the rows of each agent begin. */
const byAgent: Readonly<Record<string, string>> = {
  sessions: "SELECT id, '' FROM agents",
  asks: "SELECT id, '', '' FROM agents",
  reservations: "SELECT id, '', '' FROM agents",
  drafts: "SELECT id, '' FROM agents",
  views: "SELECT id, '' FROM agents",
  subscriptions: 'SELECT c.id, a.id FROM channels c, agents a',
}

function copiesOfAll(fresh: Database): readonly Key[] {
  const sql = 'SELECT r.value, m.rank FROM messages m, json_each(m.recipients) r'
  const pairs = fresh.prepare(sql).raw(true).safeIntegers(true).all() as (readonly [bigint, bigint])[]
  return pairs.flatMap(([agent, rank]) => boxes.map((_, box): Key => [agent, BigInt(box), rank]))
}
