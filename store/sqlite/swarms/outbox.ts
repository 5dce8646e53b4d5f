import { longestBackOff } from '../../../src/domain/peer.ts'
import type { OutboxStore, Parcel } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'

type Row = {
  readonly message_id: number
  readonly address: string
  readonly swarm: string
  readonly attempts: number
  readonly problem: string | null
}

export function openOutbox(connection: Connection): OutboxStore {
  return {
    async due(now, most) {
      const sql = `SELECT message_id, address, swarm, attempts, problem FROM outbox o WHERE (next_at <= @now OR next_at > @now + ${longestBackOff})
AND NOT EXISTS(SELECT 1 FROM outbox e WHERE e.swarm = o.swarm AND e.lane = o.lane AND e.seq < o.seq) ORDER BY seq LIMIT @most + 0`
      return (connection.statement(sql).all({ now, most }) as Row[]).map(parcelOf)
    },
    async drop({ message, address }) {
      const sql = 'DELETE FROM outbox WHERE message_id = ? AND address = ?'
      connection.write(
        () => connection.statement(sql).run(message, address),
        () => false,
      )
    },
    async again({ message, address }, { attempts, at, problem }) {
      const sql =
        'UPDATE outbox SET attempts = ?, next_at = ?, problem = ? WHERE message_id = ? AND address = ?'
      connection.write(
        () => connection.statement(sql).run(attempts, at, problem, message, address),
        () => false,
      )
    },
    async hasten(swarm, now) {
      const sql = 'UPDATE outbox SET next_at = min(next_at, ?) WHERE swarm = ?'
      connection.write(
        () => connection.statement(sql).run(now, swarm),
        () => false,
      )
    },
    async lanes(swarm) {
      const sql = 'SELECT DISTINCT lane FROM outbox WHERE swarm = ?'
      return (connection.statement(sql).all(swarm) as { lane: string }[]).map(({ lane }) => lane)
    },
    async bound(task) {
      const sql =
        'SELECT name FROM peers p WHERE EXISTS(SELECT 1 FROM outbox o WHERE o.swarm = p.name AND o.lane = ?) ORDER BY name'
      return (connection.statement(sql).all(task) as { name: string }[]).map(({ name }) => name)
    },
    async waiting() {
      const sql = 'SELECT count(*) AS count, min(next_at) AS nextAt FROM outbox'
      return connection.statement(sql).get() as { count: number; nextAt: number | null }
    },
  }
}

function parcelOf({ message_id, address, swarm, attempts, problem }: Row): Parcel {
  return { message: message_id, address, swarm, attempts, problem }
}
