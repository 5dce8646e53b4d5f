import type { TaskStatus } from '../../../src/domain/task.ts'
import type { Page, PageRequest } from '../../page.ts'
import { badCursor } from '../../sql/cursors.ts'
import type { BoardTask } from '../../task-store.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import { namesOf } from '../rows/names.ts'

/** What waits for a person comes first, and what is over comes last. */
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
export async function boardPage(connection: Connection, page: PageRequest): Promise<Page<BoardTask>> {
  const [place, newest] = cursorOf(page.after)
  const rows: Row[] = []
  for (let at = place; at < order.length && rows.length <= page.limit; at += 1) {
    const before = at === place ? newest : Number.MAX_SAFE_INTEGER
    const limit = page.limit + 1 - rows.length
    rows.push(...((await connection.statement(boardSql).all({ status: order[at], before, limit })) as Row[]))
  }
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const next =
    rows.length > page.limit && last !== undefined ? `${order.indexOf(last.status)}.${last.newest}` : null
  return { rows: await mapped(shown, async (row) => taskOf(connection, row)), next }
}

export async function boardCounts(connection: Connection): Promise<Readonly<Record<TaskStatus, number>>> {
  const count = connection.column('SELECT count(*) FROM tasks WHERE status = ?')
  const of = async (status: TaskStatus) => Number(await count.get(status))
  return {
    breakpoint: await of('breakpoint'),
    running: await of('running'),
    completed: await of('completed'),
  }
}

/** `PLACE.NEWEST`: the status's place in the order, and the last row. */
function cursorOf(after: string | null): readonly [place: number, newest: number] {
  if (after === null) return [0, Number.MAX_SAFE_INTEGER]
  const [place = Number.NaN, newest = Number.NaN] = after.split('.').map(Number)
  if (order[place] !== undefined && Number.isSafeInteger(newest)) return [place, newest]
  throw badCursor(after)
}

async function taskOf(connection: Connection, row: Row): Promise<BoardTask> {
  const { id, status, messages, subject, preview, sender, startedAt, lastAt, owner } = row
  const title = subject === '' ? preview : subject
  return {
    id,
    title,
    status,
    messages,
    startedAt,
    lastAt,
    owner: owner ?? (await namesOf(connection).of(sender)),
  }
}
