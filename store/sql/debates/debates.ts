import type { Verdict } from '../../../src/domain/debates/debate.ts'
import type { Decision } from '../../../src/domain/debates/decision.ts'
import type { MessageCursor } from '../../cursor.ts'
import type { DebateRow, DebateStore, KeptDecision } from '../../debate-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import { messageOrder } from '../arrivals.ts'
import type { Connection, Tx } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { messageOf, messageShape } from '../rows/rows.ts'
import { stanceSql } from '../tables/messages.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { boardCounts, boardPage } from './debate-board.ts'
import { countDeadlocked, tallyDebates } from './verdicts.ts'

const columns = 'd.thread_id AS thread, d.newest, d.judged, d.verdict'
const findSql = `SELECT ${columns} FROM debates d WHERE d.thread_id = ?`
const unjudgedSql = 'SELECT thread_id FROM debates WHERE judged < newest ORDER BY thread_id LIMIT ?'
const judgeSql = 'UPDATE debates SET judged = newest, verdict = ? WHERE thread_id = ? AND newest = ?'
const decideSql =
  'INSERT INTO decisions(message_id, thread_id, decision, entry, mark) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING'
const waitingSql =
  'SELECT message_id AS message, entry, mark FROM decisions WHERE filed = 0 ORDER BY message_id LIMIT ?'
const filedSql = 'UPDATE decisions SET filed = 1 WHERE message_id IN (SELECT value FROM numbers(?))'
const decisionsSql =
  'SELECT message_id AS message, thread_id AS thread, decision FROM decisions WHERE message_id < ? ORDER BY message_id DESC LIMIT ?'
const recentSql = `SELECT ${messageShape.columns} FROM messages m WHERE ${stanceSql('m.')} ORDER BY m.id DESC LIMIT ?`

type EntryRow = { readonly message: number; readonly entry: string; readonly mark: string }
type DecisionRow = { readonly message: number; readonly thread: number; readonly decision: string }

/** Where decisions are written for people. */
export type DecisionFile = {
  /** Appends the missing entries, recognised by their marks; returns the marks of those it appended. */
  append(entries: readonly Pick<EntryRow, 'entry' | 'mark'>[]): ReadonlySet<string>
}

/** @param file is `null` where there is no folder beside the store: an entry that is kept is filed */
export function openDebates(connection: Connection, file: DecisionFile | null): Working<DebateStore> {
  return {
    *find(thread) {
      return (yield* connection.row<DebateRow>(findSql, thread)) ?? null
    },
    list: (verdict, page, since) => listDebates(connection, verdict, page, since),
    board: (since, page) => connection.read((at) => boardPage(at, since, page)),
    boardCounts: (since) => connection.read((at) => boardCounts(at, since)),
    unjudged: (limit) => connection.cells<number>(unjudgedSql, limit),
    judge: (thread, newest, verdict) =>
      connection.write(function* (tx) {
        return (yield* tx.run(judgeSql, verdict, thread, newest)) === 1
      }),
    tally: () => tallyDebates(connection),
    deadlocked: (page) => deadlockedPage(connection, page),
    countDeadlocked: () => connection.read((at) => countDeadlocked(at)),
    decide: ({ message, thread, decision }, { text, mark }) =>
      connection.write(function* (tx) {
        return (yield* tx.run(decideSql, message, thread, JSON.stringify(decision), text, mark)) === 1
      }),
    *file(limit) {
      if ((yield* connection.row(waitingSql, 1)) === undefined) return []
      // What is in the file stays there where the change is undone and repeated.
      const appended = new Set<string>()
      return yield* connection.write((tx) => fileEntries(tx, file, limit, appended))
    },
    *unfiled() {
      return (yield* connection.cell<number>('SELECT count(*) FROM decisions WHERE filed = 0')) ?? 0
    },
    *decisions(page) {
      const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
      const rows = yield* connection.rows<DecisionRow>(decisionsSql, before, page.limit + 1)
      return pageOf(rows.map(decisionOf), page.limit, ({ message }) => message)
    },
    *recent(most) {
      const rows = yield* connection.wide(messageShape, recentSql, most)
      const letters = yield* mapped(rows, function* (row) {
        return { message: yield* messageOf(connection, row), delivery: null }
      })
      return letters.reverse()
    },
  }
}

/** Under the lock: two who find the same entry waiting do not both append it. */
function* fileEntries(
  tx: Tx,
  file: DecisionFile | null,
  limit: number,
  appended: Set<string>,
): Work<readonly number[]> {
  const rows = yield* tx.rows<EntryRow>(`${waitingSql} FOR UPDATE`, limit)
  for (const mark of file?.append(rows) ?? []) appended.add(mark)
  yield* tx.run(filedSql, JSON.stringify(rows.map(({ message }) => message)))
  return rows.filter(({ mark }) => file === null || appended.has(mark)).map(({ message }) => message)
}

function* listDebates(
  connection: Connection,
  verdict: Verdict | null,
  page: PageRequest,
  since?: MessageCursor,
): Work<Page<DebateRow>> {
  const { order } = connection.engine
  const came =
    since === undefined ? null : order.cameAfter(since, { ...messageOrder, number: 'd.newest' }, 'since')
  const from = came === null ? 'debates d' : 'debates d CROSS JOIN messages m ON m.id = d.newest'
  const only = verdict === null ? '' : 'd.verdict = @verdict AND '
  const late = came === null ? '' : ` AND ${came.condition}`
  const sql = `SELECT ${columns} FROM ${from} WHERE ${only}d.newest < @before${late} ORDER BY d.newest DESC LIMIT @limit`
  const rows = yield* connection.rows<DebateRow>(sql, {
    before: numberCursor(page.after, Number.MAX_SAFE_INTEGER),
    limit: page.limit + 1,
    ...(verdict === null ? {} : { verdict }),
    ...came?.bindings,
  })
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

const deadlockedSql = `SELECT ${columns} FROM debates d WHERE d.verdict = 'deadlock' AND d.newest > @after AND d.judged >= d.newest
ORDER BY d.newest LIMIT @limit`

function* deadlockedPage(connection: Connection, page: PageRequest): Work<Page<DebateRow>> {
  const bindings = { after: numberCursor(page.after, 0), limit: page.limit + 1 }
  const rows = yield* connection.rows<DebateRow>(deadlockedSql, bindings)
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

function decisionOf({ message, thread, decision }: DecisionRow): KeptDecision {
  return { message, thread, decision: JSON.parse(decision) as Decision }
}
