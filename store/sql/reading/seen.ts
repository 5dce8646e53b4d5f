import { type Box, boxes } from '../../../src/domain/delivery.ts'
import type { Clock } from '../clock.ts'
import type { CopyRow } from '../rows/rows.ts'

/** Mail in these boxes expires; mail in progress, done or archived does not. */
export const lapsing: readonly Box[] = ['unread', 'read', 'failed']
const snoozedBox = boxes.indexOf('snoozed')
const expiredBox = boxes.indexOf('expired')

/** As much of a copy as says where it lies. */
export type CopyStanding = Pick<CopyRow, 'box' | 'was' | 'snoozed_until' | 'ends_at'>

/** A copy as its reader sees it now: an ended snooze has no effect, and expired mail is in the box of expired mail. */
export function seenAt<T extends CopyStanding>(row: T, { now, clock }: Clock): T {
  if (row.box === snoozedBox && (row.snoozed_until ?? 0) <= now)
    return { ...row, box: row.was ?? 0, was: null, snoozed_until: null }
  if (row.ends_at === null || row.ends_at > clock) return row
  const box = boxes[row.box]
  return box !== undefined && lapsing.includes(box) ? { ...row, box: expiredBox, was: row.box } : row
}
