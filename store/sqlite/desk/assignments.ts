import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Assignment, AssignmentStore, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { openChange } from '../rows/changes.ts'
import { ofDeed } from '../rows/event-rows.ts'
import { namesOf } from '../rows/names.ts'

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

export function openAssignments(connection: Connection): AssignmentStore {
  const names = namesOf(connection)
  const rowOf = (thread: number) => connection.statement(findSql).get(thread) as AssignmentRow | undefined

  function assignmentOf({ thread_id, supervisor_id, actor_id, at }: AssignmentRow): Assignment {
    return { thread: thread_id, supervisor: names.of(supervisor_id), by: names.of(actor_id), at }
  }

  function assign(doer: Doer, message: number, supervisor: string, at: number) {
    const root = connection.statement(rootSql).get(message) as Root | undefined
    if (root === undefined)
      throw new MailError(
        'not-found',
        `There is no message ${shortId(message)}.`,
        'Give the id of a message in the thread.',
      )
    const known = rowOf(root.id)
    const { subject } = root
    const agent = names.require(supervisor)
    if (known?.supervisor_id === agent) {
      const previous = previousOf(connection, known.deed_id)
      return { assignment: assignmentOf(known), previous, deed: known.deed_id, subject }
    }
    const previous = known === undefined ? null : names.of(known.supervisor_id)
    const open = openChange(connection, { doer, at, what: 'assign' })
    const deed = open.note({ agent_id: agent, rank: root.rank }, 'assign', { to: supervisor, previous })
    connection.statement(putSql).run(root.id, agent, deed)
    open.finish()
    const by = doer.actor
    return { assignment: { thread: root.id, supervisor, by, at }, previous, deed, subject }
  }

  return {
    async assign(doer, message, supervisor, at) {
      return connection.write(() => assign(doer, message, supervisor, at))
    },
    async find(threads) {
      return connection.read(() =>
        threads.flatMap((thread) => {
          const row = rowOf(thread)
          return row === undefined ? [] : [assignmentOf(row)]
        }),
      )
    },
  }
}

/** As the log has it. */
function previousOf(connection: Connection, deed: number): string | null {
  const detail = connection
    .column(`SELECT e.detail FROM deeds d CROSS JOIN events e ON ${ofDeed('d')} WHERE d.id = ?`)
    .get(deed) as string | undefined
  return detail === undefined ? null : (JSON.parse(detail) as Previous).previous
}
