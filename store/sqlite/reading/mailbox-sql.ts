import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { type Box, boxes } from '../../../src/domain/delivery.ts'
import { failureKeyPrefix } from '../../../src/domain/failure-notice.ts'
import { idMask, rankRange } from '../../../src/domain/priority.ts'
import type { MailboxFilter } from '../../mail-store.ts'
import { numberBefore } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import type { Clock } from '../rows/clock.ts'
import { namesOf } from '../rows/names.ts'
import type { CopyRow } from '../rows/rows.ts'
import { letterColumns, ownCopyColumns } from '../rows/wide-rows.ts'

/** Mail in these boxes expires; mail in progress, done or archived does not. */
const lapsing: readonly Box[] = ['unread', 'read', 'failed']
const statusBoxes: readonly Box[] = ['unread', 'read', 'processing', 'completed', 'failed', 'archived']
const snoozedBox = boxes.indexOf('snoozed')
const expiredBox = boxes.indexOf('expired')

export type MailboxBindings = {
  readonly below: number
  readonly kinds: string
  readonly from: string
  readonly tags: string
  readonly task: string | null
  readonly system: number
  readonly since: number
  readonly until: number
}

/** As much of a copy as says where it lies. */
export type Placed = Pick<CopyRow, 'box' | 'was' | 'snoozed_until' | 'ends_at'>

export const headColumns = 'd.rank, d.box, d.was, d.snoozed_until, d.expires_at AS ends_at'
export const threadColumns = 'd.rank, m.thread_id'
const columnsOf = {
  letters: letterColumns,
  copies: ownCopyColumns,
  heads: headColumns,
  threads: threadColumns,
} as const

/** Built once a shape of question: the texts are long, and who takes mail asks the same one again and again. */
const built = new Map<string, string>()

/** Rows of one mailbox by rank. Each box is one walk along the index; SQLite merges the walks and sorts nothing. */
export function mailboxSql(filter: MailboxFilter, rows: keyof typeof columnsOf, only = ''): string {
  const narrowed = narrowing(filter)
  const shape = `${rows} ${filter.boxes.join()}${narrowed}${only}`
  let sql = built.get(shape)
  if (sql === undefined) built.set(shape, (sql = buildSql(filter.boxes, rows, narrowed, only)))
  return sql
}

function buildSql(
  wanted: readonly Box[],
  rows: keyof typeof columnsOf,
  narrowed: string,
  only: string,
): string {
  const joined = rows === 'letters' || rows === 'threads' || narrowed.includes('m.')
  const source = `deliveries d${joined ? ` CROSS JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
  const columns = `d.rank AS place, ${columnsOf[rows]}`
  const arms = armsOf(wanted).map(
    (arm) =>
      `SELECT ${columns} FROM ${source} WHERE d.agent_id = @owner AND ${arm} AND d.rank > @after AND d.rank < @below${narrowed}${only}`,
  )
  return `${arms.join('\nUNION ALL ')}\nORDER BY place LIMIT @limit + 0`
}

/** The first copy in each mailbox of these agents, most urgent first: at most one lookup for each box of an agent. */
export function firstOfEachSql(filter: MailboxFilter, agents: string): string {
  const narrowed = narrowing(filter)
  const source = `deliveries d${narrowed.includes('m.') ? ` CROSS JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
  const firsts = armsOf(filter.boxes).map(
    (arm) =>
      `ifnull((SELECT d.rank FROM ${source} WHERE d.agent_id = @owner AND ${arm} AND d.rank > @after AND d.rank < @below${narrowed} ORDER BY d.rank LIMIT 1), @below)`,
  )
  const first = (firsts.length === 1 ? firsts.join('') : `min(${firsts.join(',\n')})`)
    .replaceAll('@owner', 'a.id')
    .replaceAll('@clock', 'a.clock')
  // Not materialised, each of the conditions below would look for the first rows again.
  return `WITH firsts AS MATERIALIZED (SELECT a.id, a.frozen_at, ${first} AS first
  FROM (SELECT id, frozen_at, min(@now, ifnull(frozen_at, @now)) AS clock FROM agents WHERE ${agents}) a)
SELECT id, frozen_at, first FROM firsts WHERE first < @below AND (first, id) > (@first, @id) ORDER BY first, id LIMIT @most + 0`
}

function armsOf(wanted: readonly Box[]): readonly string[] {
  const arms = statusBoxes.flatMap((box) => armOf(box, wanted))
  const statuses = wanted.filter((box) => statusBoxes.includes(box)).map((box) => boxes.indexOf(box))
  const snoozed = [
    ...(wanted.includes('snoozed') ? ['d.snoozed_until > @now'] : []),
    ...(statuses.length > 0
      ? [
          `(d.snoozed_until <= @now AND d.was IN (${statuses.join(', ')}) AND (d.expires_at IS NULL OR d.expires_at > @clock))`,
        ]
      : []),
  ]
  if (snoozed.length > 0) arms.push(`d.box = ${snoozedBox} AND (${snoozed.join(' OR ')})`)
  for (const box of ['dead', 'expired'] as const)
    if (wanted.includes(box)) arms.push(`d.box = ${boxes.indexOf(box)}`)
  return arms
}

function armOf(box: Box, wanted: readonly Box[]): string[] {
  const here = `d.box = ${boxes.indexOf(box)}`
  if (!lapsing.includes(box)) return wanted.includes(box) ? [here] : []
  if (wanted.includes(box))
    return [wanted.includes('expired') ? here : `${here} AND (d.expires_at IS NULL OR d.expires_at > @clock)`]
  return wanted.includes('expired') ? [`${here} AND d.expires_at <= @clock`] : []
}

function narrowing(filter: MailboxFilter): string {
  const parts = [
    filter.from && 'd.sender_id IN (SELECT value FROM json_each(@from))',
    filter.kind && 'm.kind IN (SELECT value FROM json_each(@kinds))',
    filter.tag &&
      "EXISTS(SELECT 1 FROM json_each(CASE WHEN json_valid(m.more) THEN m.more END, '$.tags') t WHERE t.value IN (SELECT value FROM json_each(@tags)))",
    filter.task !== undefined && 'm.task = @task',
    filter.work && `NOT (d.sender_id = @system AND m.key IS NOT NULL AND (${notices}))`,
    filter.since !== undefined && `(d.rank & ${idMask}) > @since`,
    filter.until !== undefined && `(d.rank & ${idMask}) <= @until`,
    // Work in progress does not expire.
    filter.unexpired &&
      `(d.box = ${boxes.indexOf('processing')} OR d.expires_at IS NULL OR d.expires_at > @clock)`,
    filter.returned && 'd.rank IN (SELECT rank FROM returned WHERE agent_id = @owner)',
  ]
  return parts
    .filter((part) => typeof part === 'string')
    .map((part) => ` AND ${part}`)
    .join('')
}

const notices = [failureKeyPrefix, noticeKeyPrefix].map((prefix) => `m.key GLOB '${prefix}*'`).join(' OR ')

/** The parameters of a filter's statement, in addition to owner, page and time. */
export function bindingsOf(connection: Connection, filter: MailboxFilter): MailboxBindings {
  const senders = (filter.from ?? [])
    .map((address) => namesOf(connection).find(address))
    .filter((id) => id !== undefined)
  return {
    below: filter.minPriority === undefined ? Number.MAX_SAFE_INTEGER : rankRange(filter.minPriority).to,
    kinds: JSON.stringify(filter.kind ?? []),
    from: JSON.stringify(senders),
    tags: JSON.stringify(filter.tag ?? []),
    task: filter.task ?? null,
    system: filter.work ? (namesOf(connection).find('system') ?? -1) : -1,
    since: numberBefore(filter.since ?? null),
    until: numberBefore(filter.until ?? null),
  }
}

/** A copy as its reader sees it now: an ended snooze has no effect, and expired mail is in the box of expired mail. */
export function seenAt<T extends Placed>(row: T, { now, clock }: Clock): T {
  if (row.box === snoozedBox && (row.snoozed_until ?? 0) <= now)
    return { ...row, box: row.was ?? 0, was: null, snoozed_until: null }
  if (row.ends_at === null || row.ends_at > clock) return row
  const box = boxes[row.box]
  return box !== undefined && lapsing.includes(box) ? { ...row, box: expiredBox, was: row.box } : row
}
