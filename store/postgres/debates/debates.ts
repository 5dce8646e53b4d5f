import type { Verdict } from '../../../src/domain/debates/debate.ts'
import type { Decision } from '../../../src/domain/debates/decision.ts'
import type { MessageCursor } from '../../cursor.ts'
import type { DebateRow, DebateStore, KeptDecision } from '../../debate-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import { afterBindings, cameAfter } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { boardCounts, boardPage } from './debate-board.ts'
import { countDeadlocked, tallyDebates } from './verdicts.ts'

const columns = 'thread_id AS thread, newest, judged, verdict'

export function openDebates(connection: Connection): DebateStore {
  return {
    async find(thread) {
      const sql = `SELECT ${columns} FROM debates WHERE thread_id = ?`
      return ((await connection.statement(sql).get(thread)) as DebateRow | undefined) ?? null
    },
    async list(verdict, page, since) {
      return listDebates(connection, verdict, page, since)
    },
    async board(since, page) {
      return connection.read(async () => boardPage(connection, since, page))
    },
    async boardCounts(since) {
      return connection.read(async () => boardCounts(connection, since))
    },
    async unjudged(limit) {
      const sql = 'SELECT thread_id FROM debates WHERE judged < newest ORDER BY thread_id LIMIT ?'
      return (await connection.column(sql).all(limit)) as number[]
    },
    async judge(thread, newest, verdict) {
      const sql = 'UPDATE debates SET judged = newest, verdict = ? WHERE thread_id = ? AND newest = ?'
      return connection.write(
        async () => (await connection.statement(sql).run(verdict, thread, newest)).changes === 1,
      )
    },
    async tally() {
      return tallyDebates(connection)
    },
    async deadlocked(page) {
      return deadlockedPage(connection, page)
    },
    async countDeadlocked() {
      return connection.read(async () => countDeadlocked(connection))
    },
    async decide({ message, thread, decision }, { text, mark }) {
      const sql =
        'INSERT INTO decisions(message_id, thread_id, decision, entry, mark) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
      const values = [message, thread, JSON.stringify(decision), text, mark]
      return connection.write(async () => (await connection.statement(sql).run(...values)).changes === 1)
    },
    async file(limit) {
      // There is no folder beside a server: an entry that is kept is filed.
      const waiting = 'SELECT 1 FROM decisions WHERE filed = 0 LIMIT 1'
      if ((await connection.statement(waiting).get()) === undefined) return []
      const sql = `UPDATE decisions SET filed = 1 WHERE message_id IN (
  SELECT message_id FROM decisions WHERE filed = 0 ORDER BY message_id LIMIT ? FOR UPDATE SKIP LOCKED) RETURNING message_id`
      const filed = await connection.write(async () => (await connection.column(sql).all(limit)) as number[])
      return filed.toSorted((one, other) => one - other)
    },
    async unfiled() {
      return (await connection.column('SELECT count(*) FROM decisions WHERE filed = 0').get()) as number
    },
    async decisions(page) {
      const sql =
        'SELECT message_id AS message, thread_id AS thread, decision FROM decisions WHERE message_id < ? ORDER BY message_id DESC LIMIT ?'
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
      const rows = (await connection.statement(sql).all(before, page.limit + 1)) as readonly DecisionRow[]
      return pageOf(rows.map(decisionOf), page.limit, ({ message }) => message)
    },
    async recent(most) {
      const sql = `SELECT ${messageColumns} FROM messages m WHERE m.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede') ORDER BY m.id DESC LIMIT ?`
      const rows = await connection.read(
        async () => (await connection.statement(sql).all(most)) as readonly MessageRow[],
      )
      return (
        await mapped(rows, async (row) => ({ message: await messageOf(connection, row), delivery: null }))
      ).reverse()
    },
  }
}

type DecisionRow = { readonly message: number; readonly thread: number; readonly decision: string }

async function listDebates(
  connection: Connection,
  verdict: Verdict | null,
  page: PageRequest,
  since?: MessageCursor,
): Promise<Page<DebateRow>> {
  const only = verdict === null ? '' : 'verdict = @verdict AND '
  const came =
    since === undefined
      ? ''
      : ` AND EXISTS(SELECT 1 FROM messages m WHERE m.id = debates.newest AND ${cameAfter('m', 'm.id')})`
  const sql = `SELECT ${columns} FROM debates WHERE ${only}newest < @before${came} ORDER BY newest DESC LIMIT @limit`
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const bindings = {
    ...{ before, limit: page.limit + 1 },
    ...(verdict === null ? {} : { verdict }),
    ...(since === undefined ? {} : afterBindings(since)),
  }
  const rows = (await connection.statement(sql).all(bindings)) as readonly DebateRow[]
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

async function deadlockedPage(connection: Connection, page: PageRequest): Promise<Page<DebateRow>> {
  const sql = `SELECT ${columns} FROM debates WHERE verdict = 'deadlock' AND newest > @after AND judged >= newest ORDER BY newest LIMIT @limit`
  const bindings = { after: numberCursor(page.after, 0), limit: page.limit + 1 }
  const rows = (await connection.statement(sql).all(bindings)) as readonly DebateRow[]
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

function decisionOf({ message, thread, decision }: DecisionRow): KeptDecision {
  return { message, thread, decision: JSON.parse(decision) as Decision }
}
