import { MailError } from '../../../src/domain/errors.ts'
import { clockSkew } from '../../../src/domain/moment.ts'
import {
  longestReservation,
  mostReservations,
  type Reservation,
  readPath,
  standAgainst,
} from '../../../src/domain/reservation.ts'
import { wholeStart } from '../../../src/domain/whole-text.ts'
import type { Author } from '../../mail-store.ts'
import type { HeldReservation, NewReservations, ReservationStore } from '../../reservation-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberOf, requireNumber } from '../rows/names.ts'
import { sessionOfRow } from '../rows/session-rows.ts'
import { mapped, type Work, type Working } from '../work.ts'

type Row = {
  readonly agent: string
  readonly agent_id: number
  readonly project: string
  readonly path: string
  readonly shared: number
  readonly since: number
  readonly until: number
  readonly session: string
}

const reserved = `SELECT a.address AS agent, r.agent_id, r.project, r.path, r.shared, r.since, r.until, r.session
FROM reservations r CROSS JOIN agents a ON a.id = r.agent_id`
/** Nothing is held longer than allowed, also where a clock was ahead; an agent that is not alive holds nothing, and a session that said that it ended does not either. */
const standing = `${reserved}
WHERE r.until > @now AND r.until <= @now + ${longestReservation + clockSkew} AND a.state = 'alive' AND (CAST(@project AS TEXT) IS NULL OR r.project = @project) AND NOT EXISTS(
  SELECT 1 FROM sessions s WHERE s.agent_id = r.agent_id AND s.id = r.session AND s.ended_at IS NOT NULL)
ORDER BY r.path, a.address, r.project`
const upsert = `INSERT INTO reservations(agent_id, project, path, shared, since, until, session)
VALUES(@agent, @project, @path, @shared, @since, @until, @session)
ON CONFLICT(agent_id, project, path) DO UPDATE SET shared = @shared, until = @until, session = @session`
const mostShown = 100
const longestAbout = 300

export function openReservations(connection: Connection): Working<ReservationStore> {
  return {
    reserve: (author, wanted) =>
      connection.write(
        (tx) => reserve(tx, author, wanted),
        (against) => against.length === 0,
      ),
    *release(author, which) {
      const agent = yield* numberOf(connection, author.doer.actor)
      const isMeant = ({ project, path }: Row) =>
        which === null || (project === which.project && which.paths.includes(path))
      return yield* connection.write(
        function* (tx) {
          return (yield* removed(tx, author, agent, isMeant)).map(reservationOf)
        },
        ({ length }) => length > 0,
      )
    },
    *end(author, address, session) {
      const agent = yield* numberOf(connection, address)
      if ((yield* rowsOf(connection, agent)).length === 0) return 0
      const isMeant = (row: Row) => session === undefined || row.session === (session ?? '')
      return yield* connection.write(
        function* (tx) {
          return (yield* removed(tx, author, agent, isMeant)).length
        },
        (ended) => ended > 0,
      )
    },
    list: (project, now) => connection.read((at) => list(at, project, now)),
  }
}

function* list(
  connection: Connection,
  project: string | null,
  now: number,
): Work<readonly HeldReservation[]> {
  return yield* mapped(yield* connection.rows<Row>(standing, { now, project }), function* (row) {
    return { ...reservationOf(row), ...(yield* sessionOfRow(connection, row)) }
  })
}

function reservationOf({ agent, project, path, shared, since, until }: Row): Reservation {
  return { agent, project, path, shared: shared === 1, since, until }
}

/** One at a time: of two that ask at the same moment the second sees what the first has. */
function* reserve(tx: Tx, author: Author, wanted: NewReservations): Work<readonly HeldReservation[]> {
  const { engine } = tx
  const { project, shared, until } = wanted
  const { actor, session } = author.doer
  yield* engine.lockReservations(tx)
  const paths = [...new Set(wanted.paths)]
  const held = yield* list(tx, project, author.at)
  const against = new Set(
    paths.flatMap((path) => standAgainst({ agent: actor, shared, path: readPath(path) }, held)),
  )
  if (against.size > 0) return [...against].slice(0, mostShown)
  yield* forgetLapsed(tx, author.at)
  yield* engine.markReserved(tx, true)
  const agent = yield* requireNumber(tx, actor)
  for (const path of paths)
    yield* tx.run(upsert, {
      agent,
      project,
      path,
      shared: Number(shared),
      since: author.at,
      until,
      session: session ?? '',
    })
  const { length } = yield* rowsOf(tx, agent)
  if (length > mostReservations)
    throw new MailError(
      'conflict',
      `${actor} would have ${length} reservations; the limit is ${mostReservations}.`,
      'Reserve folders or patterns, or give some back with `watchpost unreserve`.',
    )
  yield* engine.noteChange(tx, author, 'reserve', aboutOf(paths))
  return []
}

function rowsOf(connection: Connection, agent: number): Work<readonly Row[]> {
  return connection.rows<Row>(`${reserved} WHERE r.agent_id = ? ORDER BY r.path, r.project`, agent)
}

function* removed(
  tx: Tx,
  author: Author,
  agent: number,
  isMeant: (row: Row) => boolean,
): Work<readonly Row[]> {
  const { engine } = tx
  const rows = (yield* rowsOf(tx, agent)).filter(isMeant)
  const [first] = rows
  if (first === undefined) return rows
  yield* remove(tx, rows)
  const about = aboutOf(rows.map(({ path }) => path))
  const told = first.agent === author.doer.actor ? about : `${first.agent}: ${about}`
  yield* engine.noteChange(tx, author, 'unreserve', told)
  yield* engine.markReserved(tx, false)
  return rows
}

function* remove(tx: Tx, rows: readonly Row[]): Work<void> {
  const sql = 'DELETE FROM reservations WHERE agent_id = ? AND project = ? AND path = ?'
  for (const { agent_id, project, path } of rows) yield* tx.run(sql, agent_id, project, path)
}

/** Reservations that ended by time alone are noted at the next reservation. */
function* forgetLapsed(tx: Tx, at: number): Work<void> {
  const rows = yield* tx.rows<Row>(`${reserved} WHERE r.until <= ? ORDER BY r.agent_id, r.path`, at)
  if (rows.length === 0) return
  yield* remove(tx, rows)
  const system = { actor: 'system', principal: null, session: null, command: null }
  const named = rows.map(({ agent, path }) => `${agent}: ${path}`)
  yield* tx.engine.noteChange(tx, { doer: system, at }, 'unreserve', aboutOf(named))
}

function aboutOf(names: readonly string[]): string {
  const text = names.join(', ')
  return text.length <= longestAbout ? text : `${wholeStart(text, longestAbout - 1)}…`
}
