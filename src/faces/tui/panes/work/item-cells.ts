import type { QueueColumn } from '../../../../domain/queue.ts'
import type { QueueItemValue } from '../../../../values/queues-schema.ts'
import { age, counted, deadWord } from '../../../present.ts'
import { marks } from '../../../present-glyphs.ts'
import { calmAge } from '../../text/calm-age.ts'
import { shortName } from '../../text/names.ts'

/** An item of a queue as it is read: texts, so that a clock that ticks draws only the rows that it changes. */
export type ItemCells = Pick<QueueItemValue, 'id' | 'title' | 'queue'> & {
  readonly state: keyof typeof itemLooks
  /** Its claimant, or its outcome. */
  readonly told: string
  /** Of a claim what is left of it, else since when it waits. */
  readonly time: string
}

export const itemLooks = {
  available: { mark: marks.unread, look: 'accent' },
  processing: { mark: marks.inProgress, look: 'warning' },
  failed: { mark: marks.dead, look: 'urgent' },
} as const satisfies Record<QueueColumn, object>

export const columnTitles: Readonly<Record<string, string>> = {
  available: 'Available',
  processing: 'Processing',
  failed: 'Failed',
} satisfies Record<QueueColumn, string>

export function itemCells(item: QueueItemValue, column: string, now: number): ItemCells {
  const { id, title, queue, heldBy, heldUntil, attempts } = item
  const left = heldUntil === null ? 0 : Date.parse(heldUntil) - now
  const tried = attempts === 0 ? '' : counted(attempts, 'attempt')
  const waits = calmAge(item.sentAt, now)
  if (column === 'processing')
    return {
      ...{ id, title, queue, state: 'processing', told: heldBy === null ? '' : shortName(heldBy) },
      time: left <= 0 ? 'over' : age(now - left, now),
    }
  if (column === 'failed')
    return { id, title, queue, state: 'failed', told: deadWord(item) || tried, time: waits }
  return { id, title, queue, state: 'available', told: tried, time: waits }
}

/** Below this a column has no room for its subjects: one is shown at a time. */
const leastWidth = 32

export type ColumnPlace = { readonly at: number; readonly left: number; readonly width: number }

/** The columns of a board that are on the screen. */
export function columnPlaces(count: number, focus: number, width: number): readonly ColumnPlace[] {
  const share = Math.floor(width / count)
  if (share < leastWidth) return [{ at: focus, left: 0, width }]
  return Array.from({ length: count }, (_, at) => ({
    ...{ at, left: at * share },
    width: at === count - 1 ? width - at * share : share,
  }))
}

/** The widths of the cells; a cell without room gets 0. A claim shows its claimant rather than its queue. */
export function itemColumns(width: number, state: ItemCells['state']) {
  const marked = 5
  const time = 5
  const rest = width - marked - time
  const one = width >= 36 ? Math.min(12, Math.floor(rest * 0.35)) : 0
  const both = [Math.floor(rest * 0.2), Math.floor(rest * 0.25)] as const
  const [queue, told] = width >= 60 ? both : state === 'processing' ? [0, one] : [one, 0]
  return { queue, told, time, title: Math.max(8, rest - queue - told) }
}
