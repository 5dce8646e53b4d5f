import type { PoolClient } from 'pg'
import type { Connection } from '../database/connection.ts'

/** Where a notice was lost, this finds what it was about. */
const safetyPoll = 5_000
/** How often it is asked whether the changes of the moment of a look have ended. */
const secondLook = 20

/** Rung until it listens: what came before is looked for then. */
const registerSql = 'INSERT INTO machines(rung) VALUES(TRUE) RETURNING id'
/** Before it looks, a machine must be able to be rung again. */
const clearSql =
  'UPDATE machines SET rung = FALSE, seen_at = now() WHERE id = $1 RETURNING pg_current_xact_id()::text AS xact'
const endedSql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS ended'
const seenSql = "UPDATE machines SET seen_at = now() WHERE id = $1 AND seen_at < now() - interval '1 minute'"
const rungSql = 'SELECT rung FROM machines WHERE id = $1'

export type Machine = { close(): Promise<void> }

/** Registers this program and listens. `lost` is called once, when the connection is gone. */
export async function listen(connection: Connection, bump: () => void, lost: () => void): Promise<Machine> {
  const client = await connection.pool.connect()
  let poll: NodeJS.Timeout | undefined
  let isOver = false
  const end = (): boolean => {
    const isFirst = !isOver
    isOver = true
    clearTimeout(poll)
    return isFirst
  }
  const fail = (): void => {
    if (!end()) return
    client.release(true)
    lost()
  }
  client.on('error', fail)
  try {
    const { rows } = await client.query(registerSql)
    const id = rows[0].id as number
    const looks = openLooks(client, id, bump, () => isOver)
    client.on('notification', () => void looks.ring().catch(fail))
    await client.query(`LISTEN watchpost_${id}`)
    await looks.ring()
    const plan = (): void => {
      poll = setTimeout(() => void check().then(plan, fail), safetyPoll * (0.8 + Math.random() * 0.4))
      poll.unref()
    }
    const check = async (): Promise<void> => {
      await client.query(seenSql, [id])
      const { rows: found } = await client.query(rungSql, [id])
      if (found.length === 0) fail()
      else if (found[0].rung === 1) await looks.ring()
    }
    plan()
    return {
      async close() {
        if (!end()) return
        await client.query('DELETE FROM machines WHERE id = $1', [id]).catch(() => undefined)
        client.release(true)
      },
    }
  } catch (error) {
    if (end()) client.release(true)
    throw error
  }
}

/**
 * Looks at once, and once more: what was being stored as the bell was cleared may have found it rung still, and is looked for
 * as soon as all changes of that moment have ended. Whoever rings meanwhile is answered at once.
 */
function openLooks(client: PoolClient, id: number, bump: () => void, isOver: () => boolean) {
  /** The clearing whose moment has not ended yet. */
  let open: string | null = null
  let isWaiting = false

  async function wait(): Promise<void> {
    const end = performance.now() + safetyPoll
    while (open !== null && !isOver() && performance.now() < end) {
      const { rows } = await client.query(endedSql, [open])
      if (rows[0].ended === 1) open = null
      else await new Promise((next) => setTimeout(next, secondLook))
    }
    open = null
    bump()
  }

  return {
    async ring(): Promise<void> {
      const { rows } = await client.query(clearSql, [id])
      bump()
      open = (rows[0]?.xact as string | undefined) ?? null
      if (open === null || isWaiting) return
      const { rows: found } = await client.query(endedSql, [open])
      if (found[0].ended === 1) {
        open = null
        return
      }
      isWaiting = true
      void wait()
        .catch(() => undefined)
        .finally(() => {
          isWaiting = false
        })
    },
  }
}
