import type { Json } from '../../../src/domain/json.ts'
import type { TaskStatus } from '../../../src/domain/task.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { TaskFacts, TaskRow, TaskStore } from '../../task-store.ts'
import type { Connection } from '../connection.ts'
import { numberCursor, pageOf } from '../cursors.ts'
import { addressOf, numberOf } from '../rows/names.ts'
import { messageOf, messageShape } from '../rows/rows.ts'
import { shapeOf } from '../shapes.ts'
import { columnsBut } from '../tables/table.ts'
import { tasks } from '../tables/tasks.ts'
import { mapped, type Work, type Working } from '../work.ts'
import { exchanged } from './exchanged.ts'
import { boardCounts, boardPage } from './task-board.ts'
import { openTraffic } from './traffic.ts'

const taskShape = shapeOf<TaskRow>(columnsBut(tasks).join(', '))
const findSql = `SELECT ${taskShape.columns} FROM tasks WHERE id = ?`
const messagesSql = `SELECT ${messageShape.columns} FROM messages m WHERE m.task = @id AND m.id > @after ORDER BY m.id LIMIT @limit`
const participantsSql = `SELECT a.address FROM agents a WHERE a.id IN (SELECT m.sender_id FROM messages m WHERE m.task = @id
  UNION SELECT r.value FROM messages m, numbers(m.recipients) r WHERE m.task = @id AND m.kind <> 'complete') ORDER BY 1`
const writtenToSql = (
  only: string,
) => `SELECT 1 FROM messages m, numbers(m.recipients) r CROSS JOIN agents a ON a.id = r.value
WHERE m.task = @id AND ${only}substr(a.address, length(a.address) - length(CAST(@tail AS text)) + 1) = CAST(@tail AS text) LIMIT 1`
const anyWrittenToSql = writtenToSql('')
const oneWrittenToSql = writtenToSql('m.sender_id = @sender AND ')

export function openTasks(connection: Connection): Working<TaskStore> {
  return {
    *find(id) {
      const [task] = yield* connection.wide(taskShape, findSql, id)
      return task ?? null
    },
    list: (status, page) => listTasks(connection, status, page),
    board: (page) => connection.read((at) => boardPage(at, page)),
    boardCounts: () => connection.read((at) => boardCounts(at)),
    facts: (task) => connection.read((at) => factsOf(at, task)),
    *messages(id, page) {
      const bindings = { id, after: numberCursor(page.after, -1), limit: page.limit + 1 }
      const found = yield* connection.wide(messageShape, messagesSql, bindings)
      const { rows, next } = pageOf(found, page.limit, ({ id }) => id)
      const letters = yield* mapped(rows, function* (row) {
        return { message: yield* messageOf(connection, row), delivery: null }
      })
      return { rows: letters, next }
    },
    participants: (id) => connection.cells<string>(participantsSql, { id }),
    *hasWrittenTo(id, sender, swarm) {
      const asked = { id, tail: `@${swarm}` }
      const found =
        sender === null
          ? yield* connection.cell(anyWrittenToSql, asked)
          : yield* connection.cell(oneWrittenToSql, { ...asked, sender: yield* numberOf(connection, sender) })
      return found !== undefined
    },
    exchange: (id, address, most, characters) =>
      connection.read((at) => exchanged(at, id, address, { messages: most, characters })),
    ...openTraffic(connection),
  }
}

function* listTasks(
  connection: Connection,
  status: TaskStatus | null,
  page: PageRequest,
): Work<Page<TaskRow>> {
  const only = status === null ? '' : 'status = @status AND '
  const sql = `SELECT ${taskShape.columns} FROM tasks WHERE ${only}newest < @before ORDER BY newest DESC LIMIT @limit`
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const bindings = { before, limit: page.limit + 1, ...(status === null ? {} : { status }) }
  const rows = yield* connection.wide(taskShape, sql, bindings)
  return pageOf(rows, page.limit, ({ newest }) => newest)
}

const voicesSql = `SELECT m.sender_id AS sender, text_at(m.more, meta.interswarm.task_owner) AS owner,
  text_at(m.more, meta.interswarm.task_contributors) AS contributors, min(m.id) AS first
  FROM messages m WHERE m.task = ? GROUP BY 1, 2, 3 ORDER BY first`

type VoiceRow = {
  readonly sender: number
  readonly owner: string | number | null
  readonly contributors: string | number | null
}
type StartRow = { readonly at: number; readonly written: string }

function* factsOf(
  connection: Connection,
  { id, first, ended }: Pick<TaskRow, 'id' | 'first' | 'ended'>,
): Work<TaskFacts> {
  const rows = yield* connection.rows<VoiceRow>(voicesSql, id)
  const startSql = 'SELECT sent_at AS at, written FROM messages WHERE id = ?'
  const start = yield* connection.row<StartRow>(startSql, first)
  const endSql = 'SELECT sent_at FROM messages WHERE id = ?'
  const end = ended === null ? undefined : yield* connection.cell<number>(endSql, ended)
  const { to } = JSON.parse(start?.written ?? '{"to":[]}') as { readonly to: readonly string[] }
  const voices = yield* mapped(rows, function* ({ sender, owner, contributors }) {
    const meta = { task_owner: owner, task_contributors: listIn(contributors) }
    return { from: yield* addressOf(connection, sender), meta }
  })
  return { voices, to, startedAt: start?.at ?? 0, endedAt: end ?? null }
}

function listIn(value: string | number | null): Json {
  return typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as Json) : null
}
