import type { Redispatch } from '../../../src/domain/redispatch.ts'
import type { Connection } from '../database/connection.ts'

type Row = {
  readonly bead: string
  readonly failures: number
  readonly attempted_at: number | null
  readonly agent: string | null
  readonly escalated_at: number | null
}

const findSql = 'SELECT * FROM redispatches WHERE bead = ?'

export async function findRedispatch(
  connection: Connection,
  bead: string,
  sql = findSql,
): Promise<Redispatch | null> {
  const row = (await connection.statement(sql).get(bead)) as Row | undefined
  return row === undefined ? null : redispatchOf(row)
}

function redispatchOf({ bead, failures, attempted_at, agent, escalated_at }: Row): Redispatch {
  return { bead, failures, attemptedAt: attempted_at, agent, escalatedAt: escalated_at }
}

/** Puts the next state in the place of the one that was decided on; false when it is another by now. */
export async function putRedispatch(
  connection: Connection,
  bead: string,
  expect: Redispatch | null,
  next: Redispatch | null,
): Promise<boolean> {
  return connection.write(
    async () => {
      // Locked, so that of two that decided on the same state the second finds another one. Two that found none both add a row:
      // the server refuses the second, and it begins again.
      if (!isSame(await findRedispatch(connection, bead, `${findSql} FOR UPDATE`), expect)) return false
      await connection.statement('DELETE FROM redispatches WHERE bead = ?').run(bead)
      if (next === null) return true
      await connection
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

export async function givenOut(connection: Connection): Promise<readonly Redispatch[]> {
  const sql = 'SELECT * FROM redispatches WHERE agent IS NOT NULL AND escalated_at IS NULL ORDER BY bead'
  return ((await connection.statement(sql).all()) as Row[]).map(redispatchOf)
}
