import type { TaskStatus } from '../../../src/domain/task.ts'
import type { Page, PageRequest } from '../../page.ts'
import type { BoardTask } from '../../task-store.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { addressOf } from '../rows/names.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work } from '../work.ts'

/** Tasks that wait for a person come first, finished ones last. */
const order: readonly TaskStatus[] = ['breakpoint', 'running', 'completed']

const boardSql = `SELECT t.id, t.newest, t.status, t.messages, f.subject, f.preview, f.sender_id AS sender, f.sent_at AS "startedAt",
  n.sent_at AS "lastAt", c.owner
  FROM tasks t JOIN messages f ON f.id = t.first JOIN messages n ON n.id = t.newest LEFT JOIN commissions c ON c.id = t.id
  WHERE t.status = @status AND t.newest < @before ORDER BY t.newest DESC LIMIT @limit`

type Row = Omit<BoardTask, 'owner' | 'title'> & {
  readonly newest: number
  readonly subject: string
  readonly preview: string
  readonly sender: number
  readonly owner: string | null
}

/** One status after the other, each by its index: a page costs the same at any size. */
export function* boardPage(connection: Connection, page: PageRequest): Work<Page<BoardTask>> {
  const [place, newest] = cursorOf(page.after)
  const rows: Row[] = []
  for (let at = place; at < order.length && rows.length <= page.limit; at += 1) {
    const before = at === place ? newest : Number.MAX_SAFE_INTEGER
    const limit = page.limit + 1 - rows.length
    const status = order[at] ?? 'running'
    rows.push(...(yield* connection.rows<Row>(boardSql, { status, before, limit })))
  }
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next =
    rows.length > page.limit && last !== undefined ? `${order.indexOf(last.status)}.${last.newest}` : null
  return { rows: yield* sideBySide(connection, shown, (each, row) => taskOf(each, row)), next }
}

export function* boardCounts(connection: Connection): Work<Readonly<Record<TaskStatus, number>>> {
  const counted = (status: TaskStatus): Work<number | undefined> =>
    connection.cell<number>('SELECT count(*) FROM tasks WHERE status = ?', status)
  return {
    breakpoint: (yield* counted('breakpoint')) ?? 0,
    running: (yield* counted('running')) ?? 0,
    completed: (yield* counted('completed')) ?? 0,
  }
}

/** `PLACE.NEWEST`: the status's place in the order, and the last row. */
function cursorOf(after: string | null): readonly [place: number, newest: number] {
  if (after === null) return [0, Number.MAX_SAFE_INTEGER]
  const [place = Number.NaN, newest = Number.NaN] = after.split('.').map(Number)
  if (order[place] !== undefined && Number.isSafeInteger(newest)) return [place, newest]
  throw badCursor(after)
}

function* taskOf(connection: Connection, row: Row): Work<BoardTask> {
  const { id, status, messages, subject, preview, sender, startedAt, lastAt, owner } = row
  const title = subject === '' ? preview : subject
  const by = owner ?? (yield* addressOf(connection, sender))
  return { id, title, status, messages, startedAt, lastAt, owner: by }
}
