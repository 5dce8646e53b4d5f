import { longestBackOff } from '../../../src/domain/peer.ts'
import type { Backlog, OutboxStore, Parcel } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

type Row = {
  readonly message_id: number
  readonly address: string
  readonly swarm: string
  readonly attempts: number
  readonly problem: string | null
}

/** Its time has come, and nothing of its task goes before it. */
const isDue = `(o.next_at <= @now OR o.next_at > @now + ${longestBackOff})
AND NOT EXISTS(SELECT 1 FROM outbox e WHERE e.swarm = o.swarm AND e.lane = o.lane AND e.seq < o.seq)`

export function openOutbox(connection: Connection): OutboxStore {
  return {
    async due(now, most, swarm) {
      const only = swarm === undefined ? '' : 'o.swarm = @swarm AND '
      const sql = `SELECT message_id, address, swarm, attempts, problem FROM outbox o WHERE ${only}${isDue} ORDER BY seq LIMIT @most`
      const bindings = { now, most, ...(swarm === undefined ? {} : { swarm }) }
      return ((await connection.statement(sql).all(bindings)) as Row[]).map(parcelOf)
    },
    async swarmsDue(now) {
      const sql = `SELECT DISTINCT swarm FROM outbox o WHERE ${isDue} ORDER BY swarm`
      const nextSql = 'SELECT min(next_at) FROM outbox WHERE next_at > ?'
      // Asked after each change in the store, and there is hardly ever anything.
      if ((await connection.column('SELECT 1 FROM outbox LIMIT 1').get()) === undefined)
        return { swarms: [], nextAt: null }
      return connection.read(async () => ({
        swarms: ((await connection.statement(sql).all({ now })) as { swarm: string }[]).map(
          (row) => row.swarm,
        ),
        nextAt: ((await connection.column(nextSql).get(now)) as number | null | undefined) ?? null,
      }))
    },
    async drop({ message, address }) {
      const sql = 'DELETE FROM outbox WHERE message_id = ? AND address = ?'
      await connection.write(
        async () => connection.statement(sql).run(message, address),
        () => false,
      )
    },
    async again({ message, address }, { attempts, at, problem }) {
      const sql =
        'UPDATE outbox SET attempts = ?, next_at = ?, problem = ? WHERE message_id = ? AND address = ?'
      await connection.write(
        async () => connection.statement(sql).run(attempts, at, problem, message, address),
        () => false,
      )
    },
    async hasten(swarm, now) {
      const sql = 'UPDATE outbox SET next_at = least(next_at, ?) WHERE swarm = ?'
      await connection.write(
        async () => connection.statement(sql).run(now, swarm),
        () => false,
      )
    },
    async lanes(swarm) {
      const sql = 'SELECT DISTINCT lane FROM outbox WHERE swarm = ?'
      return ((await connection.statement(sql).all(swarm)) as { lane: string }[]).map(({ lane }) => lane)
    },
    async bound(task) {
      const sql =
        'SELECT name FROM peers p WHERE EXISTS(SELECT 1 FROM outbox o WHERE o.swarm = p.name AND o.lane = ?) ORDER BY name'
      return ((await connection.statement(sql).all(task)) as { name: string }[]).map(({ name }) => name)
    },
    async backlog() {
      const sql = `SELECT w.swarm, w.copies, o.message_id AS first, o.address, m.arrived_at AS since,
  (SELECT p.problem FROM outbox p WHERE p.swarm = w.swarm AND p.problem IS NOT NULL ORDER BY p.seq LIMIT 1) AS problem
FROM (SELECT swarm, count(*) AS copies, min(seq) AS seq FROM outbox GROUP BY swarm) w
JOIN outbox o ON o.seq = w.seq JOIN messages m ON m.id = o.message_id ORDER BY w.swarm`
      return connection.read(async () => (await connection.statement(sql).all()) as Backlog[])
    },
    async late(swarm, { from, to }, most) {
      const sql = `SELECT o.message_id, o.address, o.swarm, o.attempts, o.problem FROM outbox o JOIN messages m ON m.id = o.message_id
WHERE o.swarm = @swarm AND m.arrived_at >= @from AND m.arrived_at < @to ORDER BY o.seq LIMIT @most`
      return ((await connection.statement(sql).all({ swarm, from, to, most })) as Row[]).map(parcelOf)
    },
    async waiting() {
      const sql = 'SELECT count(*) AS count, min(next_at) AS "nextAt" FROM outbox'
      return (await connection.statement(sql).get()) as { count: number; nextAt: number | null }
    },
  }
}

function parcelOf({ message_id, address, swarm, attempts, problem }: Row): Parcel {
  return { message: message_id, address, swarm, attempts, problem }
}
