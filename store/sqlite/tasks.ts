import type { TaskStatus } from '../../src/domain/task.ts'
import type { Page, PageRequest } from '../page.ts'
import type { TaskRow, TaskStore } from '../task-store.ts'
import type { Connection } from './connection.ts'
import { numberCursor } from './cursors.ts'
import { type MessageRow, messageColumns, messageOf } from './rows.ts'

const columns = 'id, first, newest, ended, messages, status, endings'

export function openTasks(connection: Connection): TaskStore {
  return {
    async find(id) {
      const sql = `SELECT ${columns} FROM tasks WHERE id = ?`
      return (connection.statement(sql).get(id) as TaskRow | undefined) ?? null
    },
    async list(status, page) {
      return listTasks(connection, status, page)
    },
    async messages(id, page) {
      const sql = `SELECT ${messageColumns} FROM messages m WHERE m.task = @id AND m.id > @after ORDER BY m.id LIMIT @limit + 0`
      const bindings = { id, after: numberCursor(page.after, -1), limit: page.limit + 1 }
      const rows = connection.read(() => connection.statement(sql).all(bindings) as readonly MessageRow[])
      const shown = rows.slice(0, page.limit)
      return {
        rows: shown.map((row) => ({ message: messageOf(connection, row), delivery: null })),
        next: rows.length > page.limit ? String(shown.at(-1)?.id) : null,
      }
    },
  }
}

function listTasks(connection: Connection, status: TaskStatus | null, page: PageRequest): Page<TaskRow> {
  const only = status === null ? '' : 'status = @status AND '
  const sql = `SELECT ${columns} FROM tasks WHERE ${only}newest < @before ORDER BY newest DESC LIMIT @limit + 0`
  const before = numberCursor(page.after, Number.MAX_SAFE_INTEGER)
  const bindings = { before, limit: page.limit + 1, ...(status === null ? {} : { status }) }
  const rows = connection.statement(sql).all(bindings) as readonly TaskRow[]
  const shown = rows.slice(0, page.limit)
  return { rows: shown, next: rows.length > page.limit ? String(shown.at(-1)?.newest) : null }
}
