import type { Verdict } from '../../../src/domain/debates/debate.ts'
import type { Decision } from '../../../src/domain/debates/decision.ts'
import { isStance, stances } from '../../../src/domain/kind.ts'
import type { BoardDebate } from '../../debate-store.ts'
import type { Page, PageRequest } from '../../page.ts'
import { firstArrived } from '../arrivals.ts'
import type { Connection } from '../connection.ts'
import { badCursor } from '../cursors.ts'
import { addressOf, learnNames } from '../rows/names.ts'
import { type MessageRow, messageColumns, messageOf } from '../rows/rows.ts'
import { eachBeside, sideBySide } from '../side-by-side.ts'
import { mapped, type Work } from '../work.ts'
import { tallyOf } from './verdicts.ts'

/** Debates that need a ruling come first, the latest decided ones last. */
const order: readonly Verdict[] = ['deadlock', 'open', 'consensus']
/** Further participants are not listed. */
const mostVoices = 100
const kinds = stances.map((kind) => `'${kind}'`).join(', ')

const boardSql = `SELECT d.thread_id AS debate, d.newest, d.verdict, d.rounds, ${messageColumns},
  n.sent_at AS "lastAt", n.sender_id AS "lastFrom", x.decision,
  (SELECT string_agg(CAST(w.sender_id AS text), ',' ORDER BY w.first) FROM (SELECT v.sender_id, min(v.id) AS first FROM (
    SELECT s.id, s.sender_id FROM messages s WHERE s.thread_id = d.thread_id AND s.thread_id <> s.id AND s.kind IN (${kinds})
    ORDER BY s.id LIMIT ${mostVoices}) v GROUP BY v.sender_id) w) AS voices
  FROM debates d JOIN messages m ON m.id = d.thread_id JOIN messages n ON n.id = d.newest
  LEFT JOIN decisions x ON x.message_id = d.newest
  WHERE d.verdict = @verdict AND d.newest < @before AND d.newest >= @first
  ORDER BY d.newest DESC LIMIT @limit`

type BoardRow = MessageRow & {
  readonly debate: number
  readonly newest: number
  readonly verdict: Verdict
  readonly rounds: number
  readonly lastAt: number
  readonly lastFrom: number
  readonly decision: string | null
  /** Numbers of senders, by the first stance of each. */
  readonly voices: string | null
}

/** Each verdict by its index: a page costs the same at any size. */
export function* boardPage(
  connection: Connection,
  since: number,
  page: PageRequest,
): Work<Page<BoardDebate>> {
  const [place, newest] = cursorOf(page.after)
  const found = yield* sideBySide(connection, order.slice(place), function* (at, verdict) {
    return yield* at.rows<BoardRow>(boardSql, {
      verdict,
      before: verdict === order[place] ? newest : Number.MAX_SAFE_INTEGER,
      first: verdict === 'consensus' ? yield* firstArrived(at, since) : 0,
      limit: page.limit + 1,
    })
  })
  const rows = found.flat()
  const listed = rows.slice(0, page.limit)
  yield* learnNames(connection, listed.flatMap(namedIn))
  const shown = yield* sideBySide(connection, listed, (each, row) => debateOf(each, row))
  const last = shown.at(-1)
  const next =
    rows.length > page.limit && last !== undefined ? `${order.indexOf(last.verdict)}.${last.newest}` : null
  return { rows: shown, next }
}

/** Decisions of about the last day. The other counts are kept as debates change. */
const decidedSql = "SELECT count(*) FROM debates WHERE verdict = 'consensus' AND newest >= ?"

export function* boardCounts(connection: Connection, since: number): Work<Readonly<Record<Verdict, number>>> {
  const [{ deadlock, open }, consensus] = yield* eachBeside(connection, tallyOf, function* (at) {
    return yield* at.cell<number>(decidedSql, yield* firstArrived(at, since))
  })
  return { deadlock: deadlock.debates, open: open.debates, consensus: Number(consensus) }
}

/** `PLACE.NEWEST`: the verdict's place in the order, and the last row. */
function cursorOf(after: string | null): readonly [place: number, newest: number] {
  if (after === null) return [0, Number.MAX_SAFE_INTEGER]
  const [place = Number.NaN, newest = Number.NaN] = after.split('.').map(Number)
  if (order[place] !== undefined && Number.isSafeInteger(newest)) return [place, newest]
  throw badCursor(after)
}

const voicesOf = ({ voices }: BoardRow) => voices?.split(',').map(Number) ?? []
const namedIn = (row: BoardRow) => [row.sender_id, row.lastFrom, ...voicesOf(row)]

function* debateOf(connection: Connection, row: BoardRow): Work<BoardDebate> {
  const { debate, newest, verdict, rounds, lastAt, lastFrom, decision } = row
  const opening = yield* messageOf(connection, row)
  const others = yield* mapped(voicesOf(row), (id) => addressOf(connection, id))
  return {
    thread: debate,
    newest,
    verdict,
    rounds,
    opening,
    lastAt,
    participants: [...new Set([...(isStance(opening.kind) ? [opening.from] : []), ...others])],
    decision: decision === null ? null : (JSON.parse(decision) as Decision).title,
    openedAt: opening.sentAt,
    lastFrom: yield* addressOf(connection, lastFrom),
  }
}
