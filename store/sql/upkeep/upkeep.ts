import { idOfRank } from '../../../src/domain/priority.ts'
import type { Redispatch } from '../../../src/domain/redispatch.ts'
import type { Foreseen, UpkeepStore } from '../../upkeep-store.ts'
import { type Archive, chill } from '../cold/chilling.ts'
import { type Sized, survey } from '../cold/cold-survey.ts'
import type { Connection } from '../connection.ts'
import { findExpired } from '../moving/expiring.ts'
import { cellsOf, columnsBut, insertSql, type Row } from '../tables/table.ts'
import { redispatches } from '../tables/tasks.ts'
import type { Work, Working } from '../work.ts'
import { openPatrolling } from './patrolling.ts'
import { openSealing } from './sealing.ts'

type Upkeep = Omit<UpkeepStore, 'checkpoint' | 'hurry' | 'compressCold'>

/** @param behind counts the mail that is not indexed yet, as a connection sees it */
export function openUpkeep<Line extends Sized>(
  connection: Connection,
  archive: Archive<Line>,
  behind: (at: Connection) => Work<number>,
): Working<Upkeep> {
  return {
    ...openPatrolling(connection),
    ...openRedispatches(connection),
    foresee: (now) => foresee(connection, behind, now),
    seal: openSealing(connection),
    chill: (doer, limit, now, beyond, rest = 0) =>
      chill(connection, archive, doer, { limit, now, beyond, rest }),
    *chillable(limit, now, beyond) {
      if (beyond === 0) return { messages: [], more: false }
      const question = { limit, now, beyond, rest: 0 }
      const { candidates, more } = yield* survey(connection, archive.lineOf, question)
      return { messages: candidates.map(({ id }) => id), more }
    },
  }
}

/** As many finds as a rehearsal reports, in all. */
const mostForeseen = 2_000

/** Lists the work that a patrol would do, without doing it. */
function foresee(
  connection: Connection,
  countUnindexed: (at: Connection) => Work<number>,
  now: number,
): Work<Foreseen> {
  return connection.read(function* (at) {
    const { due, kept } = yield* findExpired(at, now, mostForeseen)
    const expired = [...due.map(({ rank }) => idOfRank(rank)), ...kept.map(({ id }) => id)]
    return { expired, unindexed: yield* countUnindexed(at) }
  })
}

const names = columnsBut(redispatches)
const columns = names.join(', ')
type RedispatchRow = Row<typeof redispatches>
const findSql = `SELECT ${columns} FROM redispatches WHERE bead = ?`
const givenOutSql = `SELECT ${columns} FROM redispatches WHERE agent IS NOT NULL AND escalated_at IS NULL ORDER BY bead`
const putSql = insertSql(redispatches, names)

type Part = Pick<UpkeepStore, 'findRedispatch' | 'putRedispatch' | 'givenOut'>

/** The attempts at work that is given out again. */
function openRedispatches(connection: Connection): Working<Part> {
  return {
    findRedispatch: (bead) => findRedispatch(connection, findSql, bead),
    putRedispatch: (bead, expect, next) =>
      connection.write(
        function* (tx) {
          // Locked, so that of two that decided on the same state the second finds another one. Two that found none both add a
          // row: PostgreSQL refuses the second, and it begins again.
          if (!isSame(yield* findRedispatch(tx, `${findSql} FOR UPDATE`, bead), expect)) return false
          yield* tx.run('DELETE FROM redispatches WHERE bead = ?', bead)
          if (next === null) return true
          const { failures, attemptedAt, agent, escalatedAt } = next
          const row = { bead, failures, attempted_at: attemptedAt, agent, escalated_at: escalatedAt }
          yield* tx.run(putSql, ...cellsOf(names, row))
          return true
        },
        () => false,
      ),
    *givenOut() {
      return (yield* connection.rows<RedispatchRow>(givenOutSql)).map(redispatchOf)
    },
  }
}

function* findRedispatch(connection: Connection, sql: string, bead: string): Work<Redispatch | null> {
  const row = yield* connection.row<RedispatchRow>(sql, bead)
  return row === undefined ? null : redispatchOf(row)
}

function redispatchOf({ bead, failures, attempted_at, agent, escalated_at }: RedispatchRow): Redispatch {
  return { bead, failures, attemptedAt: attempted_at, agent, escalatedAt: escalated_at }
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
