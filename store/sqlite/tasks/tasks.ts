import type { Json } from '../../../src/domain/json.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import type { Page, PageRequest } from '../../page.ts'
import { numberCursor, pageOf } from '../../sql/cursors.ts'
import type { TaskFacts, TaskRow, TaskStore } from '../../task-store.ts'
import type { Connection } from '../database/connection.ts'
import { namesOf } from '../rows/names.ts'
import { messageColumns, messageOf } from '../rows/rows.ts'
import { type Cells, cellReader, cellSql, findCells, messageRowOf } from '../rows/wide-rows.ts'
import { boardCounts, boardPage } from './task-board.ts'
import { openTraffic } from './traffic.ts'

const columns = 'id, first, newest, ended, messages, status, endings'
const findSql = cellSql(columns, 'tasks WHERE id = ?')
const messagesSql = `SELECT ${messageColumns} FROM messages m WHERE m.task = @id AND m.id > @after ORDER BY m.id LIMIT @limit + 0`

export function openTasks(connection: Connection): TaskStore {
  return {
    async find(id) {
      const cells = findCells(connection, findSql, id)
      return cells === undefined ? null : taskRowOf(cells)
    },
    async list(status, page) {
      return listTasks(connection, status, page)
    },
    async board(page) {
      return connection.read(() => boardPage(connection, page))
    },
    async boardCounts() {
      return connection.read(() => boardCounts(connection))
    },
    async facts(task) {
      return connection.read(() => factsOf(connection, task))
    },
    async messages(id, page) {
      const bindings = { id, after: numberCursor(page.after, -1), limit: page.limit + 1 }
      const found = cellReader(connection, messageColumns, messagesSql)(bindings).map(messageRowOf)
      const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
      return { rows: rows.map((row) => ({ message: messageOf(connection, row), delivery: null })), next }
    },
    async participants(id) {
      const sql = `SELECT a.address FROM agents a WHERE a.id IN (SELECT m.sender_id FROM messages m WHERE m.task = @id
  UNION SELECT r.value FROM messages m, json_each(m.recipients) r WHERE m.task = @id AND m.kind <> 'complete') ORDER BY 1`
      return (connection.statement(sql).all({ id }) as { address: string }[]).map(({ address }) => address)
    },
    async hasWrittenTo(id, swarm) {
      const sql = `SELECT 1 FROM messages m, json_each(m.recipients) r CROSS JOIN agents a ON a.id = r.value
WHERE m.task = @id AND substr(a.address, -length(@tail)) = @tail LIMIT 1`
      return connection.column(sql).get({ id, tail: `@${swarm}` }) !== undefined
    },
    ...openTraffic(connection),
  }
}

function taskRowOf(cells: Cells): TaskRow {
  const [id = '', first = 0, newest = 0, ended = null, messages = 0, status = 'running', endings = 0] = cells
  return { id, first, newest, ended, messages, status, endings }
}

function listTasks(connection: Connection, status: TaskStatus | null, page: PageRequest): Page<TaskRow> {
  const only = status === null ? '' : 'status = @status AND '
  const sql = `SELECT ${columns} FROM tasks WHERE ${only}newest < @before ORDER BY newest DESC LIMIT @limit + 0`
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const bindings = { before, limit: page.limit + 1, ...(status === null ? {} : { status }) }
  const rows = connection.statement(sql).all(bindings) as readonly TaskRow[]
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

const voicesSql = `SELECT m.sender_id AS sender, json_extract(m.more, '$.meta.interswarm.task_owner') AS owner,
  json_extract(m.more, '$.meta.interswarm.task_contributors') AS contributors, min(m.id) AS first
  FROM messages m WHERE m.task = ? GROUP BY 1, 2, 3 ORDER BY first`

type VoiceRow = {
  readonly sender: number
  readonly owner: string | number | null
  readonly contributors: string | number | null
}

function factsOf(
  connection: Connection,
  { id, first, ended }: Pick<TaskRow, 'id' | 'first' | 'ended'>,
): TaskFacts {
  const rows = connection.statement(voicesSql).all(id) as readonly VoiceRow[]
  const start = connection.statement('SELECT sent_at AS at, written FROM messages WHERE id = ?').get(first) as
    | { readonly at: number; readonly written: string }
    | undefined
  const end =
    ended === null ? null : connection.column('SELECT sent_at FROM messages WHERE id = ?').get(ended)
  const { to } = JSON.parse(start?.written ?? '{"to":[]}') as { readonly to: readonly string[] }
  return {
    voices: rows.map(({ sender, owner, contributors }) => ({
      from: namesOf(connection).of(sender),
      meta: { task_owner: owner, task_contributors: listIn(contributors) },
    })),
    to,
    startedAt: start?.at ?? 0,
    endedAt: typeof end === 'number' ? end : null,
  }
}

function listIn(value: string | number | null): Json {
  return typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as Json) : null
}
