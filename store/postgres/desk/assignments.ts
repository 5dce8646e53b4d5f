import { MailError } from '../../../src/domain/errors.ts'
import { shortId } from '../../../src/domain/id.ts'
import type { Assignment, AssignmentStore, Doer } from '../../mail-store.ts'
import type { Connection } from '../database/connection.ts'
import { flatMapped } from '../database/sequences.ts'
import { openChange } from '../rows/changes.ts'
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
  'SELECT a.thread_id, a.supervisor_id, a.deed_id, t.actor_id, t.at FROM assignments a JOIN deeds t ON t.id = a.deed_id WHERE a.thread_id = ?'
const rootSql =
  'SELECT r.id, r.rank, r.subject FROM messages m JOIN messages r ON r.id = m.thread_id WHERE m.id = ?'
const putSql = `INSERT INTO assignments(thread_id, supervisor_id, deed_id) VALUES(?, ?, ?)
ON CONFLICT(thread_id) DO UPDATE SET supervisor_id = excluded.supervisor_id, deed_id = excluded.deed_id`

export function openAssignments(connection: Connection): AssignmentStore {
  const names = namesOf(connection)
  const rowOf = async (thread: number) =>
    (await connection.statement(findSql).get(thread)) as AssignmentRow | undefined

  async function assignmentOf({
    thread_id,
    supervisor_id,
    actor_id,
    at,
  }: AssignmentRow): Promise<Assignment> {
    return { thread: thread_id, supervisor: await names.of(supervisor_id), by: await names.of(actor_id), at }
  }

  async function assign(doer: Doer, message: number, supervisor: string, at: number) {
    const root = (await connection.statement(rootSql).get(message)) as Root | undefined
    if (root === undefined)
      throw new MailError(
        'not-found',
        `There is no message ${shortId(message)}.`,
        'Give the id of a message in the thread.',
      )
    const known = await rowOf(root.id)
    const { subject } = root
    const agent = await names.require(supervisor)
    if (known?.supervisor_id === agent) {
      const previous = await previousOf(connection, known.deed_id)
      return { assignment: await assignmentOf(known), previous, deed: known.deed_id, subject }
    }
    const previous = known === undefined ? null : await names.of(known.supervisor_id)
    const open = openChange(connection, { doer, at, what: 'assign' })
    const deed = await open.note({ agent_id: agent, rank: root.rank }, 'assign', { to: supervisor, previous })
    await connection.statement(putSql).run(root.id, agent, deed)
    const by = doer.actor
    return { assignment: { thread: root.id, supervisor, by, at }, previous, deed, subject }
  }

  return {
    async assign(doer, message, supervisor, at) {
      return connection.write(async () => assign(doer, message, supervisor, at))
    },
    async find(threads) {
      return connection.read(async () =>
        flatMapped(threads, async (thread) => {
          const row = await rowOf(thread)
          return row === undefined ? [] : [await assignmentOf(row)]
        }),
      )
    },
  }
}

/** As the log has it. */
async function previousOf(connection: Connection, deed: number): Promise<string | null> {
  const detail = (await connection.column('SELECT detail FROM events WHERE deed_id = ?').get(deed)) as
    | string
    | undefined
  return detail === undefined ? null : (JSON.parse(detail) as Previous).previous
}
