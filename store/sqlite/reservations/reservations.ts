import { MailError } from '../../../src/domain/errors.ts'
import {
  longestReservation,
  mostReservations,
  type Reservation,
  readPath,
  standAgainst,
} from '../../../src/domain/reservation.ts'
import type { Author } from '../../mail-store.ts'
import type { HeldReservation, NewReservations, ReservationStore } from '../../reservation-store.ts'
import type { Connection } from '../database/connection.ts'
import type { Signals } from '../live/signals.ts'
import { noteChange } from '../rows/changes.ts'
import { namesOf } from '../rows/names.ts'
import { findSession } from '../rows/session-rows.ts'

type Row = {
  readonly agent_id: number
  readonly project: string
  readonly path: string
  readonly shared: number
  readonly since: number
  readonly until: number
  readonly session: string
}
type Parts = { readonly connection: Connection; readonly signals: Signals }

const columns = 'r.agent_id, r.project, r.path, r.shared, r.since, r.until, r.session'
/** Nothing is held longer than allowed, also where a clock was ahead; an agent that is not alive holds nothing, and a session that said that it ended does not either. */
const standing = `SELECT ${columns} FROM reservations r CROSS JOIN agents a ON a.id = r.agent_id
WHERE r.until > @now AND r.until <= @now + ${longestReservation} AND a.state = 'alive' AND (@project IS NULL OR r.project = @project) AND NOT EXISTS(
  SELECT 1 FROM sessions s WHERE s.agent_id = r.agent_id AND s.id = r.session AND s.ended_at IS NOT NULL)
ORDER BY r.path, a.address, r.project`
const upsert = `INSERT INTO reservations(agent_id, project, path, shared, since, until, session)
VALUES(@agent, @project, @path, @shared, @since, @until, @session)
ON CONFLICT DO UPDATE SET shared = @shared, until = @until, session = @session`
const mostShown = 100
const longestAbout = 300

export function openReservations(connection: Connection, signals: Signals): ReservationStore {
  const names = namesOf(connection)
  const parts = { connection, signals }
  return {
    async reserve(author, wanted) {
      return connection.write(
        () => reserve(parts, author, wanted),
        (against) => against.length === 0,
      )
    },
    async release(author, which) {
      const agent = names.find(author.doer.actor) ?? -1
      const isMeant = ({ project, path }: Row) =>
        which === null || (project === which.project && which.paths.includes(path))
      return connection.write(
        () => removed(parts, author, agent, isMeant).map((row) => reservationOf(connection, row)),
        ({ length }) => length > 0,
      )
    },
    async end(author, address, session) {
      const agent = names.find(address) ?? -1
      if (rowsOf(connection, agent).length === 0) return 0
      const isMeant = (row: Row) => session === undefined || row.session === (session ?? '')
      return connection.write(
        () => removed(parts, author, agent, isMeant).length,
        (ended) => ended > 0,
      )
    },
    async list(project, now) {
      return connection.read(() => list(connection, project, now))
    },
  }
}

function list(connection: Connection, project: string | null, now: number): readonly HeldReservation[] {
  return (connection.statement(standing).all({ now, project }) as readonly Row[]).map((row) => ({
    ...reservationOf(connection, row),
    sessionId: row.session === '' ? null : row.session,
    session: row.session === '' ? null : findSession(connection, row.agent_id, row.session),
  }))
}

function reservationOf(connection: Connection, row: Row): Reservation {
  const { agent_id, project, path, shared, since, until } = row
  return { agent: namesOf(connection).of(agent_id), project, path, shared: shared === 1, since, until }
}

/** Under the write lock: of two that ask at the same time the second sees what the first has. */
function reserve(parts: Parts, author: Author, wanted: NewReservations): readonly HeldReservation[] {
  const { connection, signals } = parts
  const { project, shared, until } = wanted
  const { actor, session } = author.doer
  const paths = [...new Set(wanted.paths)]
  const held = list(connection, project, author.at)
  const against = new Set(
    paths.flatMap((path) => standAgainst({ agent: actor, shared, path: readPath(path) }, held)),
  )
  if (against.size > 0) return [...against].slice(0, mostShown)
  forgetLapsed(connection, author.at)
  signals.markReserved(true)
  const agent = namesOf(connection).require(actor)
  for (const path of paths)
    connection
      .statement(upsert)
      .run({ agent, project, path, shared: Number(shared), since: author.at, until, session: session ?? '' })
  const { length } = rowsOf(connection, agent)
  if (length > mostReservations)
    throw new MailError(
      'conflict',
      `${actor} would have ${length} reservations; the limit is ${mostReservations}.`,
      'Reserve folders or patterns, or give some back with `watchpost unreserve`.',
    )
  noteChange(connection, author, 'reserve', aboutOf(paths))
  return []
}

function rowsOf(connection: Connection, agent: number): readonly Row[] {
  const sql = `SELECT ${columns} FROM reservations r WHERE r.agent_id = ? ORDER BY r.path, r.project`
  return connection.statement(sql).all(agent) as readonly Row[]
}

function removed(
  { connection, signals }: Parts,
  author: Author,
  agent: number,
  isMeant: (row: Row) => boolean,
): readonly Row[] {
  const rows = rowsOf(connection, agent).filter(isMeant)
  if (rows.length === 0) return rows
  remove(connection, rows)
  const holder = namesOf(connection).of(agent)
  const about = aboutOf(rows.map(({ path }) => path))
  noteChange(connection, author, 'unreserve', holder === author.doer.actor ? about : `${holder}: ${about}`)
  connection.afterwards(() => {
    if (connection.statement('SELECT 1 FROM reservations LIMIT 1').get() === undefined)
      signals.markReserved(false)
  })
  return rows
}

function remove(connection: Connection, rows: readonly Row[]): void {
  const sql = 'DELETE FROM reservations WHERE agent_id = ? AND project = ? AND path = ?'
  for (const { agent_id, project, path } of rows) connection.statement(sql).run(agent_id, project, path)
}

/** Reservations that ended by time alone are noted at the next reservation. */
function forgetLapsed(connection: Connection, at: number): void {
  const sql = `SELECT ${columns} FROM reservations r WHERE r.until <= ? ORDER BY r.agent_id, r.path`
  const rows = connection.statement(sql).all(at) as readonly Row[]
  if (rows.length === 0) return
  remove(connection, rows)
  const system = { actor: 'system', principal: null, session: null, command: null }
  const named = rows.map(({ agent_id, path }) => `${namesOf(connection).of(agent_id)}: ${path}`)
  noteChange(connection, { doer: system, at }, 'unreserve', aboutOf(named))
}

function aboutOf(names: readonly string[]): string {
  const text = names.join(', ')
  return text.length <= longestAbout ? text : `${text.slice(0, longestAbout - 1)}…`
}
