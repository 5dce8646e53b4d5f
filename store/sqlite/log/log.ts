import type { MailEvent } from '../../../src/domain/event.ts'
import type { LogStore, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { eventCursor, messageCursor, numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { type EventRow, eventColumns, eventOf } from '../rows/event-rows.ts'
import { findMessageRow, newestMessage } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { messageOf } from '../rows/rows.ts'
import { messagesHanded, tasksHanded } from './handed.ts'
import { lastNudges, noteNudge } from './nudges.ts'
import { howTold, toldUpTo } from './told.ts'

/** Hooks only ask what a session was shown; the code for people's queries is loaded on use. */
export function openLog(connection: Connection): LogStore {
  return {
    async history(message, page) {
      return connection.read(() => historyPage(connection, message, page))
    },
    async receipts(message, page) {
      const { receiptsOf } = await import('./receipts.ts')
      return connection.read(() => receiptsOf(connection, message, page))
    },
    async outcomes(messages, most) {
      const { outcomesOf } = await import('./outcomes.ts')
      return connection.read(() => outcomesOf(connection, messages, most))
    },
    async told(owner, session, messages) {
      const agent = namesOf(connection).find(owner)
      return connection.read(() => {
        const known = messages.flatMap((message) => {
          const how = agent === undefined ? null : howTold(connection, agent, session, message)
          return how === null ? [] : [{ message, ...how }]
        })
        const idsOf = (some: typeof known) => some.map(({ message }) => message)
        const upto = agent === undefined ? 0 : toldUpTo(connection, agent, session)
        return {
          told: idsOf(known),
          portioned: idsOf(known.filter(({ portion }) => portion)),
          stopped: idsOf(known.filter(({ stopped }) => stopped)),
          earlier: messages.filter((message) => message <= upto),
          newest: messageCursor(newestMessage(connection)),
        }
      })
    },
    async tasksHanded(owner, sessions) {
      return connection.read(() => tasksHanded(connection, { owner, sessions }))
    },
    async messagesHanded(owner, sessions, kind, most) {
      return connection.read(() => messagesHanded(connection, { owner, sessions }, kind, most))
    },
    async undoable(actor, direction, most) {
      const { undoableChanges } = await import('./reversal.ts')
      return connection.read(() => undoableChanges(connection, actor, direction, most))
    },
    async journal(actor, since, page) {
      const { journalPage } = await import('./journal.ts')
      return connection.read(() => journalPage(connection, actor, since, page))
    },
    async reverse(doer, direction, at, change) {
      const { reverseChange } = await import('./reversal.ts')
      return connection.write(() => reverseChange(connection, { doer, at }, { direction, change }))
    },
    async noteNudge(nudge) {
      connection.write(() => noteNudge(connection, nudge))
    },
    async nudges(agent, most) {
      return lastNudges(connection, agent, most)
    },
    async since(after, most) {
      const sql = `SELECT ${eventColumns} WHERE e.seq > ? ORDER BY e.seq LIMIT ? + 0`
      const known = numberBefore(after)
      const found = connection.statement(sql).all(known, most) as EventRow[]
      const rows = found.map((row) => eventOf(connection, row))
      return { rows, next: eventCursor(rows.at(-1)?.seq ?? known), more: rows.length === most }
    },
    async newest() {
      return eventCursor(Number(connection.column('SELECT coalesce(max(seq), 0) FROM events').get()))
    },
  }
}

function historyPage(connection: Connection, message: number, page: PageRequest): Page<MailEvent> {
  const sent = page.after === null ? sentEvent(connection, message) : null
  const sql = `SELECT ${eventColumns} WHERE e.message_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ? + 0`
  const rows = connection
    .statement(sql)
    .all(message, numberCursor(page.after, 0), page.limit + 1) as EventRow[]
  const events = [...(sent === null ? [] : [sent]), ...rows.map((row) => eventOf(connection, row))]
  return pageOf(events, page.limit, ({ seq }) => seq)
}

/** The message is its own sending's entry. */
function sentEvent(connection: Connection, message: number): MailEvent | null {
  const row = findMessageRow(connection, message)
  if (row === undefined) return null
  const { from, actor, sentAt, origin } = messageOf(connection, row)
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
