import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Assignment, AssignmentStore, Doer } from '../../mail-store.ts'
import type { Connection, Tx } from '../connection.ts'
import { addressOf, requireNumber } from '../rows/names.ts'
import type { Work, Working } from '../work.ts'

type AssignmentRow = {
  readonly thread_id: number
  readonly supervisor_id: number
  readonly deed_id: number
  readonly actor_id: number
  readonly at: number
}
type Root = { readonly id: number; readonly rank: number; readonly subject: string }
type Previous = { readonly previous: string | null }

const findSql =
  'SELECT a.thread_id, a.supervisor_id, a.deed_id, t.actor_id, t.at FROM assignments a CROSS JOIN deeds t ON t.id = a.deed_id WHERE a.thread_id = ?'
const rootSql =
  'SELECT r.id, r.rank, r.subject FROM messages m CROSS JOIN messages r ON r.id = m.thread_id WHERE m.id = ?'
const putSql = `INSERT INTO assignments(thread_id, supervisor_id, deed_id) VALUES(?, ?, ?)
ON CONFLICT(thread_id) DO UPDATE SET supervisor_id = excluded.supervisor_id, deed_id = excluded.deed_id`

export function openAssignments(connection: Connection): Working<AssignmentStore> {
  return {
    assign: (doer, message, supervisor, at) =>
      connection.write((tx) => assign(tx, doer, message, { supervisor, at })),
    find: (threads) =>
      connection.read(function* (look) {
        const found: Assignment[] = []
        for (const thread of threads) {
          const row = yield* assignmentRow(look, thread)
          if (row !== undefined) found.push(yield* assignmentOf(look, row))
        }
        return found
      }),
  }
}

type Assigned = {
  readonly assignment: Assignment
  readonly previous: string | null
  readonly deed: number
  readonly subject: string
}

function* assign(
  tx: Tx,
  doer: Doer,
  message: number,
  { supervisor, at }: { readonly supervisor: string; readonly at: number },
): Work<Assigned> {
  const root = yield* tx.row<Root>(rootSql, message)
  if (root === undefined)
    throw new MailError(
      'not-found',
      `There is no message ${shortId(message)}.`,
      'Give the id of a message in the thread.',
    )
  const known = yield* assignmentRow(tx, root.id)
  const { subject } = root
  const agent = yield* requireNumber(tx, supervisor)
  if (known?.supervisor_id === agent) {
    const previous = yield* previousOf(tx, known.deed_id)
    return { assignment: yield* assignmentOf(tx, known), previous, deed: known.deed_id, subject }
  }
  const previous = known === undefined ? null : yield* addressOf(tx, known.supervisor_id)
  const open = tx.engine.openChange(tx, { doer, at, what: 'assign' })
  const deed = yield* open.note({ agent_id: agent, rank: root.rank }, 'assign', { to: supervisor, previous })
  yield* tx.run(putSql, root.id, agent, deed)
  yield* open.finish()
  const by = doer.actor
  return { assignment: { thread: root.id, supervisor, by, at }, previous, deed, subject }
}

function assignmentRow(connection: Connection, thread: number): Work<AssignmentRow | undefined> {
  return connection.row<AssignmentRow>(findSql, thread)
}

function* assignmentOf(connection: Connection, row: AssignmentRow): Work<Assignment> {
  const supervisor = yield* addressOf(connection, row.supervisor_id)
  return { thread: row.thread_id, supervisor, by: yield* addressOf(connection, row.actor_id), at: row.at }
}

/** As the log has it. */
function* previousOf(connection: Connection, deed: number): Work<string | null> {
  const sql = 'SELECT e.detail FROM deeds d CROSS JOIN events e ON of_deed(e, d) WHERE d.id = ?'
  const detail = yield* connection.cell<string>(sql, deed)
  return detail === undefined ? null : (JSON.parse(detail) as Previous).previous
}
