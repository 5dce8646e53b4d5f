import type { Verdict } from '../../../src/domain/debates/debate.ts'
import type { Decision } from '../../../src/domain/debates/decision.ts'
import type { MessageCursor } from '../../cursor.ts'
import type { DebateRow, DebateStore, KeptDecision } from '../../debate-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { isStance } from '../rows/counted.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { boardCounts, boardPage } from './debate-board.ts'
import { openDecisionFile } from './decision-file.ts'
import { countDeadlocked, tallyDebates } from './verdicts.ts'

const columns = 'thread_id AS thread, newest, judged, verdict'

export function openDebates(connection: Connection): DebateStore {
  const file = openDecisionFile(connection.location)
  return {
    async find(thread) {
      const sql = `SELECT ${columns} FROM debates WHERE thread_id = ?`
      return (connection.statement(sql).get(thread) as DebateRow | undefined) ?? null
    },
    async list(verdict, page, since) {
      return listDebates(connection, verdict, page, since)
    },
    async board(since, page) {
      return connection.read(() => boardPage(connection, since, page))
    },
    async boardCounts(since) {
      return connection.read(() => boardCounts(connection, since))
    },
    async unjudged(limit) {
      const sql = 'SELECT thread_id FROM debates WHERE judged < newest ORDER BY thread_id LIMIT ? + 0'
      return connection.column(sql).all(limit) as number[]
    },
    async judge(thread, newest, verdict) {
      const sql = 'UPDATE debates SET judged = newest, verdict = ? WHERE thread_id = ? AND newest = ?'
      return connection.write(() => connection.statement(sql).run(verdict, thread, newest).changes === 1)
    },
    async tally() {
      return tallyDebates(connection)
    },
    async deadlocked(page) {
      return deadlockedPage(connection, page)
    },
    async countDeadlocked() {
      return connection.read(() => countDeadlocked(connection))
    },
    async decide({ message, thread, decision }, { text, mark }) {
      const sql =
        'INSERT INTO decisions(message_id, thread_id, decision, entry, mark) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
      const values = [message, thread, JSON.stringify(decision), text, mark]
      return connection.write(() => connection.statement(sql).run(...values).changes === 1)
    },
    async file(limit) {
      const waiting =
        'SELECT message_id AS message, entry, mark FROM decisions WHERE filed = 0 ORDER BY message_id LIMIT ? + 0'
      if (connection.statement(waiting).get(1) === undefined) return []
      return connection.write(() => {
        const rows = connection.statement(waiting).all(limit) as readonly EntryRow[]
        // Under the lock: two who find the same entry waiting do not both append it.
        const appended = file.append(rows)
        for (const { message } of rows)
          connection.statement('UPDATE decisions SET filed = 1 WHERE message_id = ?').run(message)
        return rows.filter(({ mark }) => appended.has(mark)).map(({ message }) => message)
      })
    },
    async unfiled() {
      return connection.column('SELECT count(*) FROM decisions WHERE filed = 0').get() as number
    },
    async decisions(page) {
      const sql =
        'SELECT message_id AS message, thread_id AS thread, decision FROM decisions WHERE message_id < ? ORDER BY message_id DESC LIMIT ? + 0'
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
      const rows = connection.statement(sql).all(before, page.limit + 1) as readonly DecisionRow[]
      return pageOf(rows.map(decisionOf), page.limit, ({ message }) => message)
    },
    async recent(most) {
      const sql = `SELECT ${messageColumns} FROM messages m WHERE ${isStance('m.')} ORDER BY m.id DESC LIMIT ? + 0`
      const rows = connection.read(() => connection.statement(sql).all(most) as readonly MessageRow[])
      return rows.map((row) => ({ message: messageOf(connection, row), delivery: null })).reverse()
    },
  }
}

type EntryRow = { readonly message: number; readonly entry: string; readonly mark: string }
type DecisionRow = { readonly message: number; readonly thread: number; readonly decision: string }

function listDebates(
  connection: Connection,
  verdict: Verdict | null,
  page: PageRequest,
  since: MessageCursor | null = null,
): Page<DebateRow> {
  const only = verdict === null ? '' : 'verdict = @verdict AND '
  const sql = `SELECT ${columns} FROM debates WHERE ${only}newest < @before AND newest > @since ORDER BY newest DESC LIMIT @limit + 0`
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const bindings = {
    ...{ before, since: numberBefore(since), limit: page.limit + 1 },
    ...(verdict === null ? {} : { verdict }),
  }
  const rows = connection.statement(sql).all(bindings) as readonly DebateRow[]
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

function deadlockedPage(connection: Connection, page: PageRequest): Page<DebateRow> {
  const sql = `SELECT ${columns} FROM debates WHERE verdict = 'deadlock' AND newest > @after AND judged >= newest ORDER BY newest LIMIT @limit + 0`
  const bindings = { after: numberCursor(page.after, 0), limit: page.limit + 1 }
  const rows = connection.statement(sql).all(bindings) as readonly DebateRow[]
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

function decisionOf({ message, thread, decision }: DecisionRow): KeptDecision {
  return { message, thread, decision: JSON.parse(decision) as Decision }
}
