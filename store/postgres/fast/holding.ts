import type { Held, MailboxFilter } from '../../mail-store.ts'
import type { Connection, HandOver } from '../../sql/connection.ts'
import { holderOf } from '../../sql/moving/holds.ts'
import { freeSql } from '../../sql/reading/mailbox.ts'
import { bindingsOf, byOwnClock, clockPart, mailboxSql } from '../../sql/reading/mailbox-sql.ts'
import { findNumber } from '../../sql/rows/names.ts'
import type { Work } from '../../sql/work.ts'
import { readableJson } from '../database/readable-json.ts'
import { deedOf } from './changes.ts'
import { type TakenRow, takenLetter, takenSource, takenSql } from './remembered.ts'

type HoldRow = TakenRow & { readonly outcome: string | null; readonly candidates: number }

/** So many are looked at: what others are being given is passed over. */
const candidates = 20

/** The most pressing unread copy that is free, work that came back before all other mail. */
export function* holdAtOnce(
  connection: Connection,
  { doer, owner, at }: HandOver,
  until: number,
  filter: MailboxFilter,
): Work<Held | null | undefined> {
  const agent = yield* findNumber(connection, owner)
  if (agent === undefined) return null
  const row = yield* connection.call<HoldRow>(holdNextSql(connection, filter), {
    ...(yield* bindingsOf(connection, filter)),
    owner: agent,
    now: at,
    after: -1,
    limit: candidates,
    asked: readableJson({ holder: holderOf(doer), until }),
    deed: deedOf({ doer, at, what: 'offered' }),
  })
  if (row === undefined || row.outcome === null) return row?.candidates === 0 ? null : undefined
  if (row.outcome !== 'held') return undefined
  const letter = yield* takenLetter(connection, row)
  const { attempts } = letter.delivery
  return { message: row.id, hold: { message: row.id, attempt: attempts }, why: 'held', letter }
}

function holdNextSql({ engine }: Connection, filter: MailboxFilter): string {
  const wanted: MailboxFilter = { ...filter, boxes: ['unread'] }
  const [back, all] = [{ ...wanted, returned: true } as const, wanted].map((one) =>
    byOwnClock(mailboxSql(engine, one, 'copies', freeSql)),
  )
  return `WITH ${clockPart}, n AS MATERIALIZED (
  SELECT * FROM (SELECT 0 AS turn, b.* FROM (${back}) b UNION ALL SELECT 1, o.* FROM (${all}) o) f ORDER BY turn, place LIMIT @limit)
SELECT c.outcome, k.candidates, ${takenSql} FROM (SELECT count(*) AS candidates FROM n) k LEFT JOIN (
  SELECT h.* FROM n JOIN LATERAL hold_copy(n.agent_id, n.rank, n.box, n.attempts, n.held_until, @asked::json, @deed::json) h ON TRUE LIMIT 1
) c ON TRUE ${takenSource}`
}
