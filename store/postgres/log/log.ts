import type { MailEvent } from '../../../src/domain/event.ts'
import type { EventCursor, LogStore, Page, PageRequest } from '../../mail-store.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { arrivals, cursorOfSnapshot, snapshotNow } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { type EventRow, eventColumns, eventOf } from '../rows/event-rows.ts'
import { findMessageRow } from '../rows/letters.ts'
import { namesOf } from '../rows/names.ts'
import { messageOf } from '../rows/rows.ts'
import { messagesHanded, tasksHanded } from './handed.ts'
import { lastNudges, noteNudge } from './nudges.ts'
import { toldOf } from './told.ts'

/** Hooks ask what a session was told; the code of what people ask for is loaded when they do. */
export function openLog(connection: Connection): LogStore {
  return {
    async history(message, page) {
      return connection.read(async () => historyPage(connection, message, page))
    },
    async receipts(message, page) {
      const { receiptsOf } = await import('./receipts.ts')
      return connection.read(async () => receiptsOf(connection, message, page))
    },
    async outcomes(messages, most) {
      const { outcomesOf } = await import('./outcomes.ts')
      return connection.read(async () => outcomesOf(connection, messages, most))
    },
    async told(owner, session, messages) {
      const agent = await namesOf(connection).find(owner)
      const { known, newest } = await toldOf(connection, agent ?? -1, session, messages)
      const where = (key: 'told' | 'portion' | 'stopped' | 'earlier') =>
        known.filter((one) => one[key]).map(({ message }) => message)
      return {
        ...{ told: where('told'), portioned: where('portion'), stopped: where('stopped') },
        ...{ earlier: where('earlier'), newest: cursorOfSnapshot(newest) },
      }
    },
    async tasksHanded(owner, sessions) {
      return connection.read(async () => tasksHanded(connection, { owner, sessions }))
    },
    async messagesHanded(owner, sessions, kind, most) {
      return connection.read(async () => messagesHanded(connection, { owner, sessions }, kind, most))
    },
    async undoable(actor, direction, most) {
      const { undoableChanges } = await import('./reversal.ts')
      return connection.read(async () => undoableChanges(connection, actor, direction, most))
    },
    async journal(actor, since, page) {
      const { journalPage } = await import('./journal.ts')
      return connection.read(async () => journalPage(connection, actor, since, page))
    },
    async reverse(doer, direction, at, change) {
      const { reverseChange } = await import('./reversal.ts')
      return connection.write(async () => reverseChange(connection, { doer, at }, { direction, change }))
    },
    async noteNudge(nudge) {
      await connection.write(async () => noteNudge(connection, nudge))
    },
    async nudges(agent, most) {
      return lastNudges(connection, agent, most)
    },
    async since(after, most) {
      return connection.read(async () =>
        arrivals<MailEvent, EventCursor>(connection, after, bySeq, async (condition, bindings) => {
          const sql = `SELECT ${eventColumns} WHERE ${condition} ORDER BY e.seq LIMIT @most`
          const found = (await connection.statement(sql).all({ ...bindings, most })) as EventRow[]
          return {
            rows: await mapped(found, async (row) => eventOf(connection, row)),
            isFull: found.length === most,
          }
        }),
      )
    },
    async newest() {
      return cursorOfSnapshot(await snapshotNow(connection))
    },
  }
}

const bySeq = { row: 'e', number: 'e.seq', numberOf: ({ seq }: MailEvent) => seq }

async function historyPage(
  connection: Connection,
  message: number,
  page: PageRequest,
): Promise<Page<MailEvent>> {
  const sent = page.after === null ? await sentEvent(connection, message) : null
  const sql = `SELECT ${eventColumns} WHERE e.message_id = ? AND e.seq > ? ORDER BY e.seq LIMIT ?`
  const rows = (await connection
    .statement(sql)
    .all(message, numberCursor(page.after, 0), page.limit + 1)) as EventRow[]
  const events = [
    ...(sent === null ? [] : [sent]),
    ...(await mapped(rows, async (row) => eventOf(connection, row))),
  ]
  return pageOf(events, page.limit, ({ seq }) => seq)
}

/** The message is its own sending's entry. */
async function sentEvent(connection: Connection, message: number): Promise<MailEvent | null> {
  const row = await findMessageRow(connection, message)
  if (row === undefined) return null
  const { from, actor, sentAt, origin } = await messageOf(connection, row)
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
