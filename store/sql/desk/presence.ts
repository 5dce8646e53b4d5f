import type { Presence, PresenceStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { presence } from '../tables/desk.ts'
import { cellsOf, columnsBut, type Row, upsertSql } from '../tables/table.ts'
import type { Work, Working } from '../work.ts'

const names = columnsBut(presence)
const columns = names.join(', ')
const putSql = upsertSql(presence, names)
type PresenceRow = Row<typeof presence>
const presenceAlone = ['presence'] as const
/** Terminals that ended without a word are forgotten after a day, when the next one comes. */
const forgottenAfter = 86_400_000

export function openPresence(connection: Connection): Working<PresenceStore> {
  return {
    *list(since) {
      const sql = `SELECT ${columns} FROM presence WHERE seen_at >= ? ORDER BY who, id`
      return (yield* connection.rows<PresenceRow>(sql, since)).map(presenceOf)
    },
    *put(present) {
      yield* connection.write(
        (tx) => put(tx, present),
        (changed) => changed && presenceAlone,
      )
    },
    *leave(id) {
      yield* connection.write(
        (tx) => tx.run('DELETE FROM presence WHERE id = ?', id),
        (changes) => changes > 0 && presenceAlone,
      )
    },
  }
}

/** Whether anybody else would see a difference: a mere sign of life is none. */
function* put(tx: Tx, { id, who, thread, replying, acting, seenAt, keyAt }: Presence): Work<boolean> {
  const known = yield* tx.row<PresenceRow>(`SELECT ${columns} FROM presence WHERE id = ?`, id)
  const row = {
    id,
    who,
    thread_id: thread,
    replying: Number(replying),
    seen_at: seenAt,
    acting,
    key_at: keyAt,
  }
  yield* tx.run(putSql, ...cellsOf(names, row))
  if (known !== undefined)
    return (
      known.who !== who ||
      known.thread_id !== thread ||
      known.replying !== row.replying ||
      known.acting !== acting
    )
  yield* tx.run('DELETE FROM presence WHERE seen_at < ?', seenAt - forgottenAfter)
  return true
}

function presenceOf({ id, who, thread_id, replying, acting, seen_at, key_at }: PresenceRow): Presence {
  return { id, who, thread: thread_id, replying: replying === 1, acting, seenAt: seen_at, keyAt: key_at }
}
