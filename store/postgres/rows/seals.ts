import {
  askSql,
  lastSealSql,
  putSealSql,
  type Seal,
  type SealedRow,
  type SealedTable,
  sealedTables,
  sealOf,
  valuesOf,
} from '../../shared/seals.ts'
import type { Connection } from '../database/connection.ts'

/** All of them: none ever changes. */
export const sealedColumns: Readonly<Record<SealedTable, string>> = {
  deeds:
    'id, actor_id, principal, at, what, session, command, undoable, reverses, newest, about, login, xact::text AS xact, seen::text AS seen',
  events: 'seq, deed_id, message_id, agent_id, what, detail, change, xact::text AS xact',
}

/** The last rows that are there, and a transaction that began after each row up to them had its number. */
type Mark = { readonly deed: number; readonly event: number; readonly xact: string }

const newestSql =
  'coalesce((SELECT max(id) FROM deeds), 0) AS deed, coalesce((SELECT max(seq) FROM events), 0) AS event'
/** A statement of its own: its snapshot is older than its transaction. */
const markSql = `SELECT ${newestSql}, pg_current_xact_id()::text AS xact`
const hasEndedSql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= ?::text::xid8'
/** Only the owner of the store seals: nobody else can have it sealed wrongly. */
const unsealedSql = `SELECT has_table_privilege('seals', 'INSERT') AND (s.deed > coalesce(l.deed, 0) OR s.event > coalesce(l.event, 0))
FROM (SELECT ${newestSql}) s LEFT JOIN (${lastSealSql}) l ON TRUE`

/**
 * Seals the log. Rows have their numbers in the order in which changes began, and `log_deed` has each change take its transaction
 * before its number: once all transactions before a mark have ended, no row can come between those up to it.
 */
export function openSealing(connection: Connection) {
  let mark: Mark | null = null
  return async (limit: number, at: number): Promise<'done' | 'more' | 'waits'> => {
    if (mark === null) {
      if (Number(await connection.column(unsealedSql).get()) !== 1) return 'done'
      mark = (await connection.pool.query<Mark>(markSql)).rows[0] ?? null
      if (mark === null) return 'done'
    }
    const upto = mark
    const seal = await connection.read(async () => nextSeal(connection, upto, limit, at))
    if (seal === 'waits') return seal
    if (seal === null) {
      mark = null
      return 'done'
    }
    await connection.write(
      async () => connection.statement(putSealSql).run(...valuesOf(seal)),
      () => false,
    )
    return 'more'
  }
}

async function nextSeal(
  connection: Connection,
  upto: Mark,
  limit: number,
  at: number,
): Promise<Seal | 'waits' | null> {
  if (Number(await connection.column(hasEndedSql).get(upto.xact)) !== 1) return 'waits'
  const last = (await connection.statement(lastSealSql).get()) as Seal | undefined
  const rows = async (table: SealedTable) => {
    const { last: newest } = sealedTables[table]
    const sql = askSql({ table }, sealedColumns)
    return (await connection
      .statement(sql)
      .all(last?.[newest] ?? 0, upto[newest], limit)) as readonly SealedRow[]
  }
  return sealOf(last, { deeds: await rows('deeds'), events: await rows('events') }, at)
}
