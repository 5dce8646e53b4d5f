import type { Happening } from '../../mail-store.ts'
import type { Connection } from '../connection.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import { mapped, type Work } from '../work.ts'

type Row = {
  readonly at: number
  readonly what: Happening['what']
  readonly by: number
  readonly message: number
  readonly subject: string
  readonly other: number
  readonly reason: unknown
}

const title = "coalesce(nullif(m.subject, ''), m.preview) AS subject"
const ended = (what: Happening['what'], events: string, other: string) =>
  `SELECT t.at, '${what}' AS what, t.actor_id AS by, e.message_id AS message, ${title}, ${other} AS other, text_at(e.detail, reason) AS reason
FROM deeds t CROSS JOIN events e ON of_deed(e, t) CROSS JOIN messages m ON m.id = e.message_id
WHERE t.id >= @first AND t.at > @since AND t.at <= @until AND ${events} ORDER BY t.id DESC, e.seq DESC LIMIT @most`
const handedOn = `SELECT m.arrived_at AS at, 'handed-on' AS what, m.sender_id AS by, m.id AS message, ${title},
coalesce((SELECT j.value FROM numbers(m.recipients) j LIMIT 1), m.sender_id) AS other, NULL AS reason
FROM messages m WHERE m.id >= @first AND m.kind = 'handoff' AND m.arrived_at > @since AND m.arrived_at <= @until ORDER BY m.id DESC LIMIT @most`

const ofDeeds = [
  ended('finished', "e.what = 'complete'", 'e.agent_id'),
  ended('failed', "e.what = 'fail'", 'e.agent_id'),
  ended('decided', "e.what = 'answered' AND m.kind = 'escalation'", 'm.sender_id'),
]

/** Walks from the first change of that time on; what was before is not looked at. */
export function* happenedIn(
  connection: Connection,
  { since, until }: { readonly since: number; readonly until: number },
  most: number,
): Work<readonly Happening[]> {
  const { engine } = connection
  const deeds = yield* engine.firstSince('deeds', 'at', since)
  const messages = yield* engine.firstSince('messages', 'arrived_at', since)
  const rows: Row[] = []
  for (const sql of ofDeeds)
    rows.push(...(yield* connection.rows<Row>(sql, { first: deeds.first, since, until, most })))
  rows.push(...(yield* connection.rows<Row>(handedOn, { first: messages.first, since, until, most })))
  const found = rows.map((row) => ({ ...row, by: Number(row.by), other: Number(row.other) }))
  yield* learnNames(connection, [...new Set(found.flatMap(({ by, other }) => [by, other]))])
  const happened = yield* mapped(found, function* ({ by, other, reason, ...row }): Work<Happening> {
    return {
      ...row,
      by: yield* addressOf(connection, by),
      other: yield* addressOf(connection, other),
      reason: typeof reason === 'string' ? reason : null,
    }
  })
  return happened.toSorted((one, next) => next.at - one.at || next.message - one.message)
}
