import type { PoolClient, QueryResult } from 'pg'
import { after, pause, type Timer } from '../../../src/after.ts'
import type { ChangeKind } from '../../../src/domain/change-kind.ts'
import type { Connection } from '../database/connection.ts'
import { briefly, openListener } from '../database/pool.ts'
import { presenceChannel } from '../database/transactions.ts'

/** Where a notice was lost, this finds what it was about, this late at most. */
const safetyPoll = 5_000
/** Where no notice comes, because a pooler passes none on, every look is one of these. */
const poolerPoll = 1_000
/** How often it is asked whether the changes of the moment of a look have ended. */
const secondLook = 20

/** Rung until it listens: what came before is looked for then. */
const registerSql = 'INSERT INTO machines(rung) VALUES(TRUE) RETURNING id'
/**
 * Before it looks, a machine must be able to be rung again, for what it now waits for. Once that is stored, a number is taken:
 * what gets a higher one finds the bell cleared. What has a lower one may have found it rung still, and is over (`ended`) or not.
 * A snapshot does not tell that number: it knows nothing of changes that began after the last one that is over.
 */
const clearSql = (id: number, agents: Interest) =>
  `BEGIN; UPDATE machines SET rung = FALSE, seen_at = now(), agents = ${agents === null ? 'NULL' : `'{${agents.join(',')}}'`} WHERE id = ${id}; COMMIT;
SELECT pg_current_xact_id();
SELECT pg_current_xact_id()::text AS moment, pg_snapshot_xmin(pg_current_snapshot()) >= pg_current_xact_id() AS ended`
const endedSql = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS ended'
const checkColumns = "rung, seen_at < now() - interval '1 minute' AS stale"
const checkSql = `SELECT ${checkColumns} FROM machines WHERE id = $1`
/** Presence rings nobody: where its notice does not come, it is compared. */
const checkAllSql = `SELECT ${checkColumns}, (SELECT md5(string_agg(p::text, ' ' ORDER BY p::text)) FROM presence p) AS presence FROM machines WHERE id = $1`
/**
 * A sign of life. While it is stored nobody can ring the machine, and those who tried to leave no trace: `alone` says that no
 * older change was under way, and numbers that follow each other (`own`, `next`) that no other one began.
 */
const aliveSql = (id: number) => `BEGIN; SELECT pg_current_xact_id();
UPDATE machines SET seen_at = now() WHERE id = ${id}
RETURNING pg_current_xact_id()::text::bigint AS own, pg_snapshot_xmin(pg_current_snapshot()) >= pg_current_xact_id() AS alone; COMMIT;
SELECT pg_current_xact_id()::text::bigint AS next`

/** The changes that a program waits for: those of these agents' mail, or (`null`) any. */
export type Interest = readonly number[] | null

/** Something may have altered these kinds, or everything. */
export type Bump = (kinds?: readonly ChangeKind[]) => void

export type Machine = {
  /** From now on it is rung for this. What came before is looked for. */
  attend(interest: Interest): Promise<void>
  close(): Promise<void>
}

/** Registers this program and listens. `lost` is called once, when the connection is gone. */
export async function listen(
  connection: Connection,
  interest: Interest,
  bump: Bump,
  lost: () => void,
): Promise<Machine> {
  const { client, hears } = await openListener(connection.pool)
  let poll: Timer | undefined
  let isOver = false
  const end = (): boolean => {
    const isFirst = !isOver
    isOver = true
    poll?.stop()
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
    const looks = openLooks(client, { id, interest }, bump, () => isOver)
    client.on('notification', ({ channel }) => {
      if (channel === presenceChannel) bump(['presence'])
      else void looks.ring().catch(fail)
    })
    const hear = async (channel: string) => {
      if (hears) await client.query(`LISTEN ${channel}`)
    }
    await hear(`watchpost_${id}`)
    if (interest === null) await hear(presenceChannel)
    let presence: unknown = null
    if (!hears) presence = (await client.query(checkAllSql, [id])).rows[0]?.presence
    await looks.ring()
    const longest = hears ? safetyPoll : poolerPoll
    const plan = (): void => {
      poll = after(longest * (0.6 + Math.random() * 0.4), () => void check().then(plan, fail)).unref()
    }
    const check = async (): Promise<void> => {
      const { rows: found } = await client.query(hears ? checkSql : checkAllSql, [id])
      if (found.length === 0) return fail()
      if (!hears && presence !== found[0].presence) {
        presence = found[0].presence
        bump(['presence'])
      }
      if (found[0].rung === 1 || (found[0].stale === 1 && !(await liveAlone(client, id)))) await looks.ring()
    }
    plan()
    return {
      async attend(wider) {
        try {
          if (wider === null) await hear(presenceChannel)
          await looks.attend(wider)
        } catch (error) {
          // Nobody knows what the ring was for, so waiting callers listen again.
          fail()
          throw error
        }
      },
      async close() {
        if (!end()) return
        await briefly(client, 'DELETE FROM machines WHERE id = $1', [id]).catch(() => undefined)
        client.release(true)
      },
    }
  } catch (error) {
    if (end()) client.release(true)
    throw error
  }
}

type Life = { readonly own: number; readonly alone: number; readonly next: number }

/** Shows that it still listens; `false` where somebody may have wanted to ring it meanwhile. */
async function liveAlone(client: PoolClient, id: number): Promise<boolean> {
  const results = (await client.query(aliveSql(id))) as unknown as readonly QueryResult<Life>[]
  const rows = results.flatMap((result) => result.rows)
  const [seen, after] = [rows.find(({ own }) => own !== undefined), rows.at(-1)]
  return seen?.alone === 1 && after?.next === seen.own + 1
}

type Moment = { readonly moment: string; readonly ended: number }

/**
 * Looks at once, and once more: what was being stored as the bell was cleared may have found it rung still, and is looked for
 * as soon as all changes of that moment have ended. Whoever rings meanwhile is answered at once.
 */
function openLooks(
  client: PoolClient,
  { id, interest }: { readonly id: number; readonly interest: Interest },
  bump: Bump,
  isOver: () => boolean,
) {
  let attended = interest
  /** The moment of the last clearing, while changes that had begun by then are not stored yet; and how long they count. */
  let open: { readonly moment: string; readonly until: number } | null = null
  let isWaiting = false

  async function wait(): Promise<void> {
    while (open !== null && !isOver()) {
      const asked: typeof open = open
      const isLate = performance.now() > asked.until
      const { rows } = await client.query(endedSql, [asked.moment])
      // The bell may have been cleared once more meanwhile.
      if (open === asked && (isLate || rows[0].ended === 1)) open = null
      else await pause(secondLook)
    }
  }

  async function lookAgain(): Promise<void> {
    isWaiting = true
    try {
      await wait()
    } catch {
      // The connection is gone, which is told elsewhere.
    }
    isWaiting = false
    open = null
    bump()
  }

  async function ring(): Promise<void> {
    // One result for each statement, which the types of the driver do not know.
    const results = (await client.query(clearSql(id, attended))) as unknown as readonly QueryResult<Moment>[]
    const [{ moment, ended }] = (results.at(-1) as QueryResult<Moment>).rows as [Moment]
    bump()
    open = ended === 1 ? null : { moment, until: performance.now() + safetyPoll }
    if (open !== null && !isWaiting) void lookAgain()
  }

  return {
    ring,
    async attend(wider: Interest): Promise<void> {
      attended = wider
      await ring()
    },
  }
}
