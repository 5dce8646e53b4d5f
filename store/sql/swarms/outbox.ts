import { longestBackOff } from '../../../src/domain/peer.ts'
import type { Backlog, OutboxStore, Parcel } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'

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

const dueSql = (only: string) =>
  `SELECT message_id, address, swarm, attempts, problem FROM outbox o WHERE ${only}${isDue} ORDER BY seq LIMIT @most`
const swarmsDueSql = `SELECT DISTINCT swarm FROM outbox o WHERE ${isDue} ORDER BY swarm`
const backlogSql = `SELECT w.swarm, w.copies, o.message_id AS first, o.address, m.arrived_at AS since,
  (SELECT p.problem FROM outbox p WHERE p.swarm = w.swarm AND p.problem IS NOT NULL ORDER BY p.seq LIMIT 1) AS problem
FROM (SELECT swarm, count(*) AS copies, min(seq) AS seq FROM outbox GROUP BY swarm) w
CROSS JOIN outbox o ON o.seq = w.seq CROSS JOIN messages m ON m.id = o.message_id ORDER BY w.swarm`
const lateSql = `SELECT o.message_id, o.address, o.swarm, o.attempts, o.problem FROM outbox o CROSS JOIN messages m ON m.id = o.message_id
WHERE o.swarm = @swarm AND m.arrived_at >= @from AND m.arrived_at < @to ORDER BY o.seq LIMIT @most`

/** Nobody waits for a change of the outbox: what is due is found by its time. */
const silently = () => false

export function openOutbox(connection: Connection): Working<OutboxStore> {
  return {
    *due(now, most, swarm) {
      const rows =
        swarm === undefined
          ? yield* connection.rows<Row>(dueSql(''), { now, most })
          : yield* connection.rows<Row>(dueSql('o.swarm = @swarm AND '), { now, most, swarm })
      return rows.map(parcelOf)
    },
    *swarmsDue(now) {
      // Asked after each change in the store, and there is hardly ever anything.
      if ((yield* connection.cell('SELECT 1 FROM outbox LIMIT 1')) === undefined)
        return { swarms: [], nextAt: null }
      return yield* connection.read(function* (at) {
        const swarms = yield* at.cells<string>(swarmsDueSql, { now })
        const nextAt = yield* at.cell<number | null>('SELECT min(next_at) FROM outbox WHERE next_at > ?', now)
        return { swarms, nextAt: nextAt ?? null }
      })
    },
    *drop({ message, address }) {
      const sql = 'DELETE FROM outbox WHERE message_id = ? AND address = ?'
      yield* connection.write((tx) => tx.run(sql, message, address), silently)
    },
    *again({ message, address }, { attempts, at, problem }) {
      const sql =
        'UPDATE outbox SET attempts = ?, next_at = ?, problem = ? WHERE message_id = ? AND address = ?'
      yield* connection.write((tx) => tx.run(sql, attempts, at, problem, message, address), silently)
    },
    *hasten(swarm, now) {
      const sql = 'UPDATE outbox SET next_at = least(next_at, ?) WHERE swarm = ?'
      yield* connection.write((tx) => tx.run(sql, now, swarm), silently)
    },
    lanes: (swarm) => connection.cells<string>('SELECT DISTINCT lane FROM outbox WHERE swarm = ?', swarm),
    bound(task) {
      const sql =
        'SELECT name FROM peers p WHERE EXISTS(SELECT 1 FROM outbox o WHERE o.swarm = p.name AND o.lane = ?) ORDER BY name'
      return connection.cells<string>(sql, task)
    },
    backlog: () => connection.rows<Backlog>(backlogSql),
    *late(swarm, { from, to }, most) {
      return (yield* connection.rows<Row>(lateSql, { swarm, from, to, most })).map(parcelOf)
    },
    *waiting() {
      const sql = 'SELECT count(*) AS count, min(next_at) AS "nextAt" FROM outbox'
      const found = yield* connection.row<{ readonly count: number; readonly nextAt: number | null }>(sql)
      return found ?? { count: 0, nextAt: null }
    },
  }
}

function parcelOf({ message_id, address, swarm, attempts, problem }: Row): Parcel {
  return { message: message_id, address, swarm, attempts, problem }
}
