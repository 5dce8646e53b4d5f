import { boxes } from '../../../src/domain/delivery.ts'
import type { Letter } from '../../../src/domain/message.ts'
import { idOfRank } from '../../../src/domain/priority.ts'
import type { AgentSession } from '../../../src/domain/session.ts'
import type { LeftOpen, SessionStore } from '../../session-store.ts'
import type { Connection } from '../connection.ts'
import { findCopyRow } from '../rows/copies.ts'
import { findLetter } from '../rows/letters.ts'
import { findNumber } from '../rows/names.ts'
import { deliveryOf } from '../rows/rows.ts'
import { findSession, sessionsBy } from '../rows/session-rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { takeBack, workOf } from './work.ts'

/** What sessions have taken and left: few commands ask for it. */
export function openSessionWork(
  connection: Connection,
): Working<Pick<SessionStore, 'work' | 'takeBack' | 'returned' | 'leftOpen' | 'unbriefed'>> {
  return {
    work: (agent, most) => connection.read((at) => workOf(at, agent, most)),
    *takeBack(doer, work, at) {
      if (work.length === 0) return []
      return yield* connection.write(
        (tx) => takeBack(tx, doer, work, at),
        ({ length }) => length > 0,
      )
    },
    returned: (most) => connection.read((at) => returnedLetters(at, most)),
    leftOpen: (agent, session, most) => connection.read((at) => leftOpen(at, agent, session, most)),
    unbriefed: (before, most) => unbriefedSessions(connection, before, most),
  }
}

/** Those whose hooks never ran: no session of the process was briefed, nor any of the agent since then. */
function unbriefedSessions(
  connection: Connection,
  before: number,
  most: number,
): Work<readonly AgentSession[]> {
  const end = `WHERE s.ended_at IS NULL AND s.briefed_at IS NULL AND s.process IS NOT NULL AND s.started_at < ?
  AND NOT EXISTS(SELECT 1 FROM sessions b WHERE b.agent_id = s.agent_id AND b.briefed_at IS NOT NULL
    AND (b.process = s.process OR b.beat_at >= s.started_at))
  ORDER BY s.beat_at DESC, s.agent_id, s.id LIMIT ?`
  return sessionsBy(connection, end, before, most)
}

const [unread, read, processing] = [
  boxes.indexOf('unread'),
  boxes.indexOf('read'),
  boxes.indexOf('processing'),
]

/** Nobody works on more at one time; what is read and owed beyond it is what `owed` lists. */
const mostLookedAt = 500

type Place = { readonly agent_id: number; readonly rank: number }

const openSql = `SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${read} AND owes = 1
UNION ALL SELECT agent_id, rank FROM deliveries WHERE agent_id = @agent AND box = ${processing}
UNION ALL SELECT d.agent_id, d.rank FROM queues q CROSS JOIN deliveries d ON d.agent_id = q.agent_id AND d.box = ${processing} AND d.held_by = @address
ORDER BY rank LIMIT ${mostLookedAt}`
const shownSql = `SELECT t.session FROM events e CROSS JOIN deeds t ON t.id = e.deed_id
WHERE e.message_id = ? AND e.agent_id = ? AND e.what IN ('shown', 'read', 'process', 'retry', 'claim', 'renew') ORDER BY e.seq DESC`

/** The open mail that this session has not seen. */
function* leftOpen(
  connection: Connection,
  address: string,
  session: string | null,
  most: number,
): Work<readonly LeftOpen[]> {
  const agent = yield* findNumber(connection, address)
  if (agent === undefined) return []
  const found: LeftOpen[] = []
  for (const place of yield* connection.rows<Place>(openSql, { agent, address })) {
    const sessions = yield* sessionsShown(connection, place)
    const isOther =
      session === null
        ? sessions.some((one) => one !== null)
        : sessions.length > 0 && !sessions.includes(session)
    const letter = isOther ? yield* letterAt(connection, place) : null
    const shown = sessions.find((one) => one !== null) ?? null
    const life = shown === null ? null : yield* findSession(connection, agent, shown)
    if (letter !== null) found.push({ ...letter, session: shown, life })
    if (found.length === most) break
  }
  return found
}

/** The sessions that a copy was shown to, the last one first. */
function sessionsShown(connection: Connection, { agent_id, rank }: Place): Work<readonly (string | null)[]> {
  return connection.cells<string | null>(shownSql, idOfRank(rank), agent_id)
}

function* letterAt(connection: Connection, { agent_id, rank }: Place): Work<Letter | null> {
  const row = yield* findCopyRow(connection, agent_id, rank)
  if (row === undefined) return null
  return yield* findLetter(connection, idOfRank(rank), () => deliveryOf(connection, row))
}

const returnedSql = `SELECT r.agent_id, r.rank FROM returned r CROSS JOIN deliveries d ON d.agent_id = r.agent_id AND d.box = ${unread} AND d.rank = r.rank
WHERE NOT EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = r.agent_id) ORDER BY r.agent_id, r.rank LIMIT ?`

/** Work that came back to agents' own mailboxes and is unread there. */
function* returnedLetters(connection: Connection, most: number): Work<readonly Letter[]> {
  const places = yield* connection.rows<Place>(returnedSql, most)
  const letters = yield* sideBySide(connection, places, (each, place) => letterAt(each, place))
  return letters.filter((letter) => letter !== null)
}
