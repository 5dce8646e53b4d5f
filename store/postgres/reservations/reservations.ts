import { MailError } from '../../../src/domain/errors.ts'
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
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
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
type Parts = { readonly connection: Connection }

const columns = 'r.agent_id, r.project, r.path, r.shared, r.since, r.until, r.session'
/** Nothing is held longer than allowed, also where a clock was ahead; an agent that is not alive holds nothing, and a session that said that it ended does not either. */
const standing = `SELECT ${columns} FROM reservations r JOIN agents a ON a.id = r.agent_id
WHERE r.until > @now AND r.until <= @now + ${longestReservation} AND a.state = 'alive' AND (@project::text IS NULL OR r.project = @project) AND NOT EXISTS(
  SELECT 1 FROM sessions s WHERE s.agent_id = r.agent_id AND s.id = r.session AND s.ended_at IS NOT NULL)
ORDER BY r.path, a.address, r.project`
const upsert = `INSERT INTO reservations(agent_id, project, path, shared, since, until, session)
VALUES(@agent, @project, @path, @shared, @since, @until, @session)
ON CONFLICT(agent_id, project, path) DO UPDATE SET shared = @shared, until = @until, session = @session`
const mostShown = 100
const longestAbout = 300

export function openReservations(connection: Connection): ReservationStore {
  const names = namesOf(connection)
  const parts = { connection }
  return {
    async reserve(author, wanted) {
      return connection.write(
        async () => reserve(parts, author, wanted),
        (against) => against.length === 0,
      )
    },
    async release(author, which) {
      const agent = (await names.find(author.doer.actor)) ?? -1
      const isMeant = ({ project, path }: Row) =>
        which === null || (project === which.project && which.paths.includes(path))
      return connection.write(
        async () =>
          mapped(await removed(parts, author, agent, isMeant), async (row) => reservationOf(connection, row)),
        ({ length }) => length > 0,
      )
    },
    async end(author, address, session) {
      const agent = (await names.find(address)) ?? -1
      if ((await rowsOf(connection, agent)).length === 0) return 0
      const isMeant = (row: Row) => session === undefined || row.session === (session ?? '')
      return connection.write(
        async () => (await removed(parts, author, agent, isMeant)).length,
        (ended) => ended > 0,
      )
    },
    async list(project, now) {
      return connection.read(async () => list(connection, project, now))
    },
  }
}

async function list(
  connection: Connection,
  project: string | null,
  now: number,
): Promise<readonly HeldReservation[]> {
  return mapped(
    (await connection.statement(standing).all({ now, project })) as readonly Row[],
    async (row) => ({
      ...(await reservationOf(connection, row)),
      sessionId: row.session === '' ? null : row.session,
      session: row.session === '' ? null : await findSession(connection, row.agent_id, row.session),
    }),
  )
}

async function reservationOf(connection: Connection, row: Row): Promise<Reservation> {
  const { agent_id, project, path, shared, since, until } = row
  return { agent: await namesOf(connection).of(agent_id), project, path, shared: shared === 1, since, until }
}

/** One at a time: of two that ask at the same moment the second sees what the first has. */
async function reserve(
  parts: Parts,
  author: Author,
  wanted: NewReservations,
): Promise<readonly HeldReservation[]> {
  const { connection } = parts
  const { project, shared, until } = wanted
  const { actor, session } = author.doer
  const paths = [...new Set(wanted.paths)]
  await connection.statement('LOCK TABLE reservations IN SHARE ROW EXCLUSIVE MODE').run()
  const held = await list(connection, project, author.at)
  const against = new Set(
    paths.flatMap((path) => standAgainst({ agent: actor, shared, path: readPath(path) }, held)),
  )
  if (against.size > 0) return [...against].slice(0, mostShown)
  await forgetLapsed(connection, author.at)
  const agent = await namesOf(connection).require(actor)
  for (const path of paths)
    await connection
      .statement(upsert)
      .run({ agent, project, path, shared: Number(shared), since: author.at, until, session: session ?? '' })
  const { length } = await rowsOf(connection, agent)
  if (length > mostReservations)
    throw new MailError(
      'conflict',
      `${actor} would have ${length} reservations; the limit is ${mostReservations}.`,
      'Reserve folders or patterns, or give some back with `watchpost unreserve`.',
    )
  await noteChange(connection, author, 'reserve', aboutOf(paths))
  return []
}

async function rowsOf(connection: Connection, agent: number): Promise<readonly Row[]> {
  const sql = `SELECT ${columns} FROM reservations r WHERE r.agent_id = ? ORDER BY r.path, r.project`
  return (await connection.statement(sql).all(agent)) as readonly Row[]
}

async function removed(
  { connection }: Parts,
  author: Author,
  agent: number,
  isMeant: (row: Row) => boolean,
): Promise<readonly Row[]> {
  const rows = (await rowsOf(connection, agent)).filter(isMeant)
  if (rows.length === 0) return rows
  await remove(connection, rows)
  const holder = await namesOf(connection).of(agent)
  const about = aboutOf(rows.map(({ path }) => path))
  await noteChange(
    connection,
    author,
    'unreserve',
    holder === author.doer.actor ? about : `${holder}: ${about}`,
  )
  return rows
}

async function remove(connection: Connection, rows: readonly Row[]): Promise<void> {
  const sql = 'DELETE FROM reservations WHERE agent_id = ? AND project = ? AND path = ?'
  for (const { agent_id, project, path } of rows) await connection.statement(sql).run(agent_id, project, path)
}

/** What ended by time alone is noted when somebody reserves next. */
async function forgetLapsed(connection: Connection, at: number): Promise<void> {
  const sql = `SELECT ${columns} FROM reservations r WHERE r.until <= ? ORDER BY r.agent_id, r.path`
  const rows = (await connection.statement(sql).all(at)) as readonly Row[]
  if (rows.length === 0) return
  await remove(connection, rows)
  const system = { actor: 'system', principal: null, session: null, command: null }
  const named = await mapped(
    rows,
    async ({ agent_id, path }) => `${await namesOf(connection).of(agent_id)}: ${path}`,
  )
  await noteChange(connection, { doer: system, at }, 'unreserve', aboutOf(named))
}

function aboutOf(names: readonly string[]): string {
  const text = names.join(', ')
  return text.length <= longestAbout ? text : `${wholeStart(text, longestAbout - 1)}…`
}
