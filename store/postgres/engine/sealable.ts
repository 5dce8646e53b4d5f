import { lastSealSql } from '../../shared/seals.ts'
import type { Sealable } from '../../sql/connection.ts'
import { step } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'

export const sealedColumns = {
  deeds:
    'id, actor_id, principal, at, what, session, command, undoable, reverses, newest, about, login, xact::text AS xact, seen::text AS seen',
  events: 'seq, deed_id, message_id, agent_id, what, detail, change, xact::text AS xact',
}

const newestSql =
  'coalesce((SELECT max(id) FROM deeds), 0) AS deed, coalesce((SELECT max(seq) FROM events), 0) AS event'
/** A statement of its own: its snapshot is older than its transaction. */
const markSql = `SELECT ${newestSql}, pg_current_xact_id()::text AS xact`
const isOverSql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ?::text::xid8'
/** Only the owner of the store seals: nobody else can have it sealed wrongly. */
const unsealedSql = `SELECT has_table_privilege('seals', 'INSERT') AND (s.deed > coalesce(l.deed, 0) OR s.event > coalesce(l.event, 0))
FROM (SELECT ${newestSql}) s LEFT JOIN (${lastSealSql}) l ON TRUE`

/** A transaction that began after each row up to the last ones had its number. */
type Mark = Pick<Sealable, 'deed' | 'event'> & { readonly xact: string }

/**
 * Rows have their numbers in the order in which changes began, and `log_deed` has each change take its transaction before its
 * number: once all transactions before a mark have ended, no row can come between those up to it.
 */
export async function sealable(connection: Connection): Promise<Sealable | null> {
  if (Number(await connection.column(unsealedSql).get()) !== 1) return null
  const [mark] = (await connection.pool.query<Mark>(markSql)).rows
  if (mark === undefined) return null
  const { deed, event, xact } = mark
  const isOver = async () => Number(await connection.column(isOverSql).get(xact)) === 1
  return { deed, event, isOver: () => step(isOver) }
}
