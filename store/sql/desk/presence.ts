import type { Presence, PresenceStore } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import type { Work, Working } from '../work.ts'

type PresenceRow = {
  readonly id: string
  readonly who: string
  readonly thread_id: number | null
  readonly replying: number
  readonly seen_at: number
  readonly acting: string | null
}

const columns = 'id, who, thread_id, replying, seen_at, acting'
const upsert = `INSERT INTO presence(${columns}) VALUES(?, ?, ?, ?, ?, ?)
ON CONFLICT(id) DO UPDATE SET who = excluded.who, thread_id = excluded.thread_id, replying = excluded.replying, seen_at = excluded.seen_at, acting = excluded.acting`
/** Terminals that ended without a word are forgotten after a day, when the next one comes. */
const forgottenAfter = 86_400_000

export function openPresence(connection: Connection): Working<PresenceStore> {
  return {
    *list(since) {
      const sql = `SELECT ${columns} FROM presence WHERE seen_at >= ? ORDER BY who, id`
      return (yield* connection.rows<PresenceRow>(sql, since)).map(presenceOf)
    },
    *put(presence) {
      yield* connection.write(
        (tx) => put(tx, presence),
        (changed) => changed,
      )
    },
    *leave(id) {
      yield* connection.write(
        (tx) => tx.run('DELETE FROM presence WHERE id = ?', id),
        (changes) => changes > 0,
      )
    },
  }
}

/** Whether anybody else would see a difference: a mere sign of life is none. */
function* put(tx: Tx, { id, who, thread, replying, acting, seenAt }: Presence): Work<boolean> {
  const known = yield* tx.row<PresenceRow>(`SELECT ${columns} FROM presence WHERE id = ?`, id)
  yield* tx.run(upsert, id, who, thread, Number(replying), seenAt, acting)
  if (known !== undefined)
    return (
      known.who !== who ||
      known.thread_id !== thread ||
      known.replying !== Number(replying) ||
      known.acting !== acting
    )
  yield* tx.run('DELETE FROM presence WHERE seen_at < ?', seenAt - forgottenAfter)
  return true
}

function presenceOf({ id, who, thread_id, replying, seen_at, acting }: PresenceRow): Presence {
  return { id, who, thread: thread_id, replying: replying === 1, acting, seenAt: seen_at }
}
