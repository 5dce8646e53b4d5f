import type { Redispatch } from '../../../src/domain/redispatch.ts'
import type { Connection } from '../database/connection.ts'

type Row = {
  readonly bead: string
  readonly failures: number
  readonly attempted_at: number | null
  readonly agent: string | null
  readonly escalated_at: number | null
}

export function findRedispatch(connection: Connection, bead: string): Redispatch | null {
  const row = connection.statement('SELECT * FROM redispatches WHERE bead = ?').get(bead) as Row | undefined
  return row === undefined ? null : redispatchOf(row)
}

function redispatchOf({ bead, failures, attempted_at, agent, escalated_at }: Row): Redispatch {
  return { bead, failures, attemptedAt: attempted_at, agent, escalatedAt: escalated_at }
}

/** Puts the next state in the place of the one that was decided on; false when it is another by now. */
export function putRedispatch(
  connection: Connection,
  bead: string,
  expect: Redispatch | null,
  next: Redispatch | null,
): boolean {
  return connection.write(
    () => {
      if (!isSame(findRedispatch(connection, bead), expect)) return false
      connection.statement('DELETE FROM redispatches WHERE bead = ?').run(bead)
      if (next === null) return true
      connection
        .statement(
          'INSERT INTO redispatches(bead, failures, attempted_at, agent, escalated_at) VALUES(?, ?, ?, ?, ?)',
        )
        .run(bead, next.failures, next.attemptedAt, next.agent, next.escalatedAt)
      return true
    },
    () => false,
  )
}

function isSame(one: Redispatch | null, other: Redispatch | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.failures === other.failures &&
    one.attemptedAt === other.attemptedAt &&
    one.agent === other.agent &&
    one.escalatedAt === other.escalatedAt
  )
}

export function givenOut(connection: Connection): readonly Redispatch[] {
  const sql = 'SELECT * FROM redispatches WHERE agent IS NOT NULL AND escalated_at IS NULL ORDER BY bead'
  return (connection.statement(sql).all() as Row[]).map(redispatchOf)
}
