import type { Presence, PresenceStore } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

type PresenceRow = {
  readonly id: string
  readonly who: string
  readonly thread_id: number | null
  readonly replying: number
  readonly seen_at: number
  readonly acting: string | null
}

const columns = 'id, who, thread_id, replying, seen_at, acting'
/** Terminals that ended without a word are forgotten after a day, when the next one comes. */
const forgottenAfter = 86_400_000

export function openPresence(connection: Connection): PresenceStore {
  const upsert = `INSERT INTO presence(${columns}) VALUES(?, ?, ?, ?, ?, ?)
ON CONFLICT(id) DO UPDATE SET who = excluded.who, thread_id = excluded.thread_id, replying = excluded.replying, seen_at = excluded.seen_at, acting = excluded.acting`

  /** Whether anybody else would see a difference: a mere sign of life is none. */
  async function put({ id, who, thread, replying, acting, seenAt }: Presence): Promise<boolean> {
    const known = (await connection.statement(`SELECT ${columns} FROM presence WHERE id = ?`).get(id)) as
      | PresenceRow
      | undefined
    await connection.statement(upsert).run(id, who, thread, Number(replying), seenAt, acting)
    if (known !== undefined)
      return (
        known.who !== who ||
        known.thread_id !== thread ||
        known.replying !== Number(replying) ||
        known.acting !== acting
      )
    await connection.statement('DELETE FROM presence WHERE seen_at < ?').run(seenAt - forgottenAfter)
    return true
  }

  return {
    async list(since) {
      const rows = (await connection
        .statement(`SELECT ${columns} FROM presence WHERE seen_at >= ? ORDER BY who, id`)
        .all(since)) as PresenceRow[]
      return rows.map(({ id, who, thread_id, replying, seen_at, acting }) => ({
        id,
        who,
        thread: thread_id,
        replying: replying === 1,
        acting,
        seenAt: seen_at,
      }))
    },
    async put(presence) {
      await connection.write(
        async () => put(presence),
        (changed) => changed,
      )
    },
    async leave(id) {
      await connection.write(
        async () => (await connection.statement('DELETE FROM presence WHERE id = ?').run(id)).changes,
        (changes) => changes > 0,
      )
    },
  }
}
