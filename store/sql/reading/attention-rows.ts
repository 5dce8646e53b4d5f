import { boxes } from '../../../src/domain/delivery.ts'
import { idMask, idOfRank, rankRange } from '../../../src/domain/priority.ts'
import type { Clock } from '../clock.ts'

const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)
export const [unread, processing, failed, snoozed, dead] = [
  box('unread'),
  box('processing'),
  box('failed'),
  box('snoozed'),
  box('dead'),
]

/** Ranks below this are urgent. */
export const urgentEnd = rankRange('urgent').to
/** In the words of the partial indexes, which serve no others. */
export const owing = 'owes_answer(d)'
export const pressing = `d.box = 0 AND d.rank < ${urgentEnd}`
export const timed = '(d.box = 6 OR (d.expires_at IS NOT NULL AND (d.box = 0 OR (d.box = 1 AND d.owes = 1))))'
export const id = `(d.rank & ${idMask})`

const unexpired = '(d.expires_at IS NULL OR d.expires_at > @clock)'
/** Neither snoozed nor expired by its owner's clock. */
export const visible = `(d.box = ${processing} OR (d.box <> ${snoozed} AND ${unexpired}) OR (d.box = ${snoozed} AND d.snoozed_until <= @now AND ${unexpired}))`
export const noEscalation =
  'NOT EXISTS(SELECT 1 FROM escalations e WHERE e.agent_id = d.agent_id AND e.rank = d.rank)'

/** As much of a copy as says what it asks for, and whether it is seen just now. */
export type AskingRow = {
  readonly box: number
  readonly was: number | null
  readonly rank: number
  readonly owes: number
  readonly sender_id: number
  readonly expires_at: number | null
  readonly snoozed_until: number | null
}
export const askingColumns = 'd.box, d.was, d.rank, d.owes, d.sender_id, d.expires_at, d.snoozed_until'

export type Asked = 'overdue' | 'urgent'

/** The request of a visible copy: an overdue answer first, then reading. */
export function askedBy(
  { box, was, rank, owes }: Pick<AskingRow, 'box' | 'was' | 'rank' | 'owes'>,
  bound: number,
): Asked | null {
  const isOpen = box <= processing || (box === snoozed && was !== failed)
  if (owes === 1 && isOpen && idOfRank(rank) < bound) return 'overdue'
  return box === unread && rank < urgentEnd ? 'urgent' : null
}

/** The box in which its owner sees it now; `null` while it is hidden. */
export function seenBox(row: AskingRow, { now, clock }: Clock): number | null {
  if (row.box === processing) return processing
  const lasts = row.expires_at === null || row.expires_at > clock
  if (row.box !== snoozed) return lasts ? row.box : null
  return lasts && (row.snoozed_until ?? 0) <= now ? (row.was ?? unread) : null
}
