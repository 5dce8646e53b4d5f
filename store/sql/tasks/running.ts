import type { Page, PageRequest } from '../../page.ts'
import type { Connection } from '../connection.ts'
import { badCursor, pageOf } from '../cursors.ts'
import { numberOf } from '../rows/names.ts'
import type { Work } from '../work.ts'

type Row = { readonly id: string; readonly at: number }

/** The notice of an end goes to everyone. */
const got = `EXISTS(SELECT 1 FROM messages m, numbers(m.recipients) r
  WHERE m.task = c.id AND m.kind <> 'complete' AND r.value = @agent)`
const runningSql = (only: string) => `SELECT c.id, c.started_at AS at FROM commissions c
  WHERE c.open = 1 AND c.started_at >= @at AND (c.started_at > @at OR c.id > @id)${only} ORDER BY c.started_at, c.id LIMIT @limit`
const allSql = runningSql('')
const ofAgentSql = runningSql(` AND ${got}`)

/** Only ids: what else is known of a task may be damaged, which must hide no other one. */
export function* runningPage(
  connection: Connection,
  agent: string | null,
  { limit, after }: PageRequest,
): Work<Page<string>> {
  const bindings = { ...placeOf(after), limit: limit + 1 }
  const found =
    agent === null
      ? yield* connection.rows<Row>(allSql, bindings)
      : yield* connection.rows<Row>(ofAgentSql, { ...bindings, agent: yield* numberOf(connection, agent) })
  const { rows, next } = pageOf(found, limit, ({ id, at }) => `${at}.${id}`)
  return { rows: rows.map(({ id }) => id), next }
}

/** `STARTED.ID` of the last row. */
function placeOf(after: string | null): Row {
  if (after === null) return { at: Number.MIN_SAFE_INTEGER, id: '' }
  const [, at, id = ''] = /^(-?\d+)\.(.+)$/su.exec(after) ?? []
  if (at !== undefined && Number.isSafeInteger(Number(at))) return { at: Number(at), id }
  throw badCursor(after)
}
