import type { EventWord, MailEvent } from '../../../src/domain/event.ts'
import type { JsonObject } from '../../../src/domain/json.ts'
import type { Kind } from '../../../src/domain/kind.ts'
import type { HandedTask, LogStore, Page, PageRequest } from '../../mail-store.ts'
import { arrivals, eventOrder } from '../arrivals.ts'
import type { Connection } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { findMessageRow } from '../rows/letters.ts'
import { addressOf, knownAddress, numberOf } from '../rows/names.ts'
import { messageOf } from '../rows/rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'
import { lastNudges, noteNudge } from './nudges.ts'

/** What people ask is loaded when they do: hooks only ask what a session was shown. */
export type Asked = 'receipts' | 'outcomes' | 'undoable' | 'journal' | 'reverse'
/** What a reader gets who follows everything that is recorded. */
export type Following = 'recorded' | 'newestRecord'

export type EventRow = {
  readonly seq: number
  readonly deed_id: number
  readonly message_id: number
  readonly agent_id: number
  readonly what: string
  readonly detail: string | null
  readonly at: number
  readonly actor_id: number
  readonly principal: string | null
  readonly session: string | null
  readonly command: string | null
}

export const eventColumns =
  'e.seq, e.deed_id, e.message_id, e.agent_id, e.what, e.detail, t.at, t.actor_id, t.principal, t.session, t.command'
const eventTables = 'events e CROSS JOIN deeds t ON t.id = e.deed_id'

const bySeq = { ...eventOrder, placeOf: ({ seq }: MailEvent) => seq }

export function openLog(connection: Connection): Working<Omit<LogStore, Asked | Following>> {
  const { engine } = connection
  return {
    history: (message, page) => connection.read((at) => historyPage(at, message, page)),
    *told(owner, session, messages) {
      return yield* engine.toldOf(yield* numberOf(connection, owner), session, messages)
    },
    tasksHanded: (owner, sessions) => connection.read((at) => tasksHanded(at, { owner, sessions })),
    messagesHanded: (owner, sessions, kind, most) =>
      connection.read((at) => messagesHanded(at, { owner, sessions }, kind, most)),
    noteNudge: (nudge) => connection.write((tx) => noteNudge(tx, nudge)),
    nudges: (agent, most) => lastNudges(connection, agent, most),
    since: (after, most) =>
      connection.read((at) =>
        arrivals(at, after, bySeq, function* ({ condition, bindings }) {
          const sql = `SELECT ${eventColumns} FROM ${eventTables} WHERE ${condition} ORDER BY e.seq LIMIT @most`
          const found = yield* at.rows<EventRow>(sql, { ...bindings, most })
          return {
            rows: yield* sideBySide(at, found, (each, row) => eventOf(each, row)),
            isFull: found.length === most,
          }
        }),
      ),
    newest: () => engine.order.cursorNow('events'),
  }
}

function* historyPage(connection: Connection, message: number, page: PageRequest): Work<Page<MailEvent>> {
  const sent = page.after === null ? yield* sentEvent(connection, message) : null
  const sql = `SELECT ${eventColumns} FROM ${eventTables} WHERE e.message_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`
  const after = numberCursor(page.after, 0)
  const rows = yield* connection.rows<EventRow>(sql, message, after, page.limit + 1)
  const events = yield* sideBySide(connection, rows, (each, row) => eventOf(each, row))
  return pageOf([...(sent === null ? [] : [sent]), ...events], page.limit, ({ seq }) => seq)
}

/** The message is its own sending's entry. */
function* sentEvent(connection: Connection, message: number): Work<MailEvent | null> {
  const row = yield* findMessageRow(connection, message)
  if (row === undefined) return null
  const { from, actor, sentAt, origin } = yield* messageOf(connection, row)
  return {
    seq: 0,
    deed: 0,
    at: sentAt,
    actor: from,
    principal: actor,
    owner: from,
    what: 'sent',
    message,
    session: origin?.session ?? null,
    command: null,
    detail: null,
  }
}

export function* eventOf(connection: Connection, row: EventRow): Work<MailEvent> {
  return {
    seq: row.seq,
    deed: row.deed_id,
    at: row.at,
    actor: knownAddress(connection, row.actor_id) ?? (yield* addressOf(connection, row.actor_id)),
    principal: row.principal,
    owner: knownAddress(connection, row.agent_id) ?? (yield* addressOf(connection, row.agent_id)),
    what: row.what as EventWord,
    message: row.message_id,
    session: row.session,
    command: row.command,
    detail: row.detail === null ? null : yield* detailOf(connection, JSON.parse(row.detail)),
  }
}

/** A settlement may note the moment of its look; outside it is the newest message of that moment. */
function* detailOf(connection: Connection, detail: JsonObject): Work<JsonObject> {
  const { upto } = detail
  return typeof upto === 'string' ? { ...detail, upto: yield* connection.engine.newestAt(upto) } : detail
}

/** A session's open work is among these. */
const deedsLookedAt = 100_000
const mostTasks = 100

/** The messages that were handed to their owner, whole or in part; in some sessions, or in any. */
const handedSql = (inSessions: boolean) => `FROM deeds d CROSS JOIN events e ON of_deed(e, d)
CROSS JOIN messages m ON m.id = e.message_id
WHERE d.actor_id = @agent AND d.id > (SELECT max(id) FROM deeds) - ${deedsLookedAt} AND d.what = 'shown'
  AND e.agent_id = @agent AND e.what = 'shown'${inSessions ? ' AND d.session IN (SELECT value FROM texts(@sessions))' : ''}`

type Handed = { readonly owner: string; readonly sessions: readonly string[] | null }

function* handedBindings(connection: Connection, { owner, sessions }: Handed) {
  const agent = yield* numberOf(connection, owner)
  return { agent, ...(sessions !== null && { sessions: JSON.stringify(sessions) }) }
}

/** The tasks of the mail that was handed over, the last one first. */
function* tasksHanded(connection: Connection, handed: Handed): Work<readonly HandedTask[]> {
  const sql = `SELECT h.id, t.status FROM (SELECT m.task AS id, max(e.seq) AS seq ${handedSql(handed.sessions !== null)}
  AND m.task IS NOT NULL GROUP BY m.task) h CROSS JOIN tasks t ON t.id = h.id ORDER BY h.seq DESC LIMIT ${mostTasks}`
  return yield* connection.rows<HandedTask>(sql, yield* handedBindings(connection, handed))
}

/** Messages of a kind that were handed over, the last one first. */
function* messagesHanded(
  connection: Connection,
  handed: Handed,
  kind: Kind,
  most: number,
): Work<readonly number[]> {
  const sql = `SELECT e.message_id AS id ${handedSql(handed.sessions !== null)} AND m.kind = @kind ORDER BY e.seq DESC LIMIT @most`
  const bindings = yield* handedBindings(connection, handed)
  return yield* connection.cells<number>(sql, { ...bindings, kind, most })
}
