import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { type Box, boxes } from '../../../src/domain/delivery.ts'
import { failureKeyPrefix } from '../../../src/domain/failure-notice.ts'
import { idMask, rankRange } from '../../../src/domain/priority.ts'
import type { MailboxFilter } from '../../mail-store.ts'
import { afterBindings, cameAfter } from '../database/arrivals.ts'
import type { Connection } from '../database/connection.ts'
import { mapped } from '../database/sequences.ts'
import type { Clock } from '../rows/clock.ts'
import { unreadTotalSql } from '../rows/counts.ts'
import { namesOf } from '../rows/names.ts'
import { type CopyRow, letterColumns, ownCopyColumns } from '../rows/rows.ts'

/** What lies here lapses; what is worked on, done or put away does not. */
const lapsing: readonly Box[] = ['unread', 'read', 'failed']
const statusBoxes: readonly Box[] = ['unread', 'read', 'processing', 'completed', 'failed', 'archived']
const snoozedBox = boxes.indexOf('snoozed')
const expiredBox = boxes.indexOf('expired')

export type MailboxBindings = { readonly [name: string]: string | number | null }

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

/** Rows of one mailbox by rank. Each box is one walk along the index, and no longer than the page. */
export function mailboxSql(
  filter: MailboxFilter,
  rows: keyof typeof columnsOf,
  only = '',
  lock = '',
): string {
  const narrowed = narrowing(filter)
  const shape = `${rows} ${filter.boxes.join()}${narrowed}${only}${lock}`
  let sql = built.get(shape)
  if (sql === undefined) built.set(shape, (sql = buildSql(filter.boxes, rows, narrowed + only, lock)))
  return sql
}

function buildSql(
  wanted: readonly Box[],
  rows: keyof typeof columnsOf,
  narrowed: string,
  lock: string,
): string {
  const joined = rows === 'letters' || rows === 'threads' || narrowed.includes('m.')
  const source = `deliveries d${joined ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
  const columns = `d.rank AS place, ${columnsOf[rows]}`
  const arms = armsOf(wanted).map(
    (arm) =>
      // A lock is allowed only within a query of its own.
      `SELECT * FROM (SELECT ${columns} FROM ${source} WHERE d.agent_id = @owner AND ${arm} AND d.rank > @after AND d.rank < @below${narrowed} ORDER BY d.rank LIMIT @limit${lock}) b`,
  )
  return `SELECT * FROM (${arms.join('\nUNION ALL ')}) a\nORDER BY place LIMIT @limit`
}

const clocked = new Map<string, string>()
/** The owner's clock, as the first part of a statement. */
export const clockPart = `t AS MATERIALIZED (
  SELECT least(@now::bigint, coalesce((SELECT frozen_at FROM agents WHERE id = @owner), @now::bigint)) AS clock)`
const clockSql = `WITH ${clockPart}`

/** The same, for whoever does not know the clock of the owner yet. */
export function clockedSql(sql: string): string {
  let text = clocked.get(sql)
  if (text === undefined)
    clocked.set(sql, (text = `${clockSql}\n${sql.replaceAll('@clock', '(SELECT clock FROM t)')}`))
  return text
}

const whole = new Map<string, string>()

/** The same with the owner's clock and the sender's address in each row: nothing else need be asked for a page. */
export function pageSql(sql: string): string {
  let text = whole.get(sql)
  if (text === undefined) {
    const rows = sql.replaceAll('@clock', '(SELECT clock FROM t)')
    text = `${clockSql}\nSELECT p.*, t.clock, s.address AS sender FROM (${rows}) p CROSS JOIN t JOIN agents s ON s.id = p.sender_id ORDER BY p.place`
    whole.set(sql, text)
  }
  return text
}

/** Threads are counted up to this. */
const mostCounted = 100

/** How many messages a thread has, as an expression. */
export function threadSizeSql(thread: string): string {
  return `(SELECT count(*) FROM (SELECT 1 FROM messages x WHERE x.thread_id = ${thread} AND x.thread_id <> x.id LIMIT ${mostCounted - 1}) n) + 1`
}

const listed = new Map<string, string>()

/** A page with the size of each thread and, in each row, what the list says beside it: one row without a rank where it is empty. */
export function listSql(sql: string): string {
  let text = listed.get(sql)
  if (text === undefined) {
    const beside = `(SELECT max(id) FROM messages) AS newest, ${unreadTotalSql} AS unread`
    text = `SELECT l.*, p.*, CASE WHEN p.id IS NOT NULL THEN ${threadSizeSql('p.thread_id')} END AS thread_size
FROM (SELECT ${beside}) l LEFT JOIN (${pageSql(sql)}) p ON TRUE ORDER BY p.place`
    listed.set(sql, text)
  }
  return text
}

/** What comes first in each mailbox of these agents, the most pressing first: no more looks than an agent has boxes. */
export function firstOfEachSql(filter: MailboxFilter, agents: string): string {
  const narrowed = narrowing(filter)
  const source = `deliveries d${narrowed.includes('m.') ? ` JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
  const firsts = armsOf(filter.boxes).map(
    (arm) =>
      `coalesce((SELECT d.rank FROM ${source} WHERE d.agent_id = @owner AND ${arm} AND d.rank > @after AND d.rank < @below${narrowed} ORDER BY d.rank LIMIT 1), @below)`,
  )
  const first = (firsts.length === 1 ? firsts.join('') : `least(${firsts.join(',\n')})`)
    .replaceAll('@owner', 'a.id')
    .replaceAll('@clock', 'a.clock')
  // Not materialised, each of the conditions below would look for the first rows again.
  return `WITH firsts AS MATERIALIZED (SELECT a.id, a.frozen_at, ${first} AS first
  FROM (SELECT id, frozen_at, least(@now, coalesce(frozen_at, @now)) AS clock FROM agents WHERE ${agents}) a)
SELECT id, frozen_at, first FROM firsts WHERE first < @below AND (first, id) > (@first, @id) ORDER BY first, id LIMIT @most`
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
    filter.from && 'd.sender_id IN (SELECT value FROM numbers(@from))',
    filter.kind && 'm.kind IN (SELECT value FROM texts(@kinds))',
    filter.tag &&
      "EXISTS(SELECT 1 FROM json_array_elements_text(readable(m.more)::json -> 'tags') t(value) WHERE t.value IN (SELECT value FROM texts(@tags)))",
    filter.task !== undefined && 'm.task = @task',
    filter.work && `NOT (d.sender_id = @system AND m.key IS NOT NULL AND (${notices}))`,
    filter.since !== undefined && cameAfter('m', 'm.id', 'since'),
    filter.until !== undefined && `NOT ${cameAfter('m', 'm.id', 'until')}`,
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

const notices = [failureKeyPrefix, noticeKeyPrefix]
  .map((prefix) => `starts_with(m.key, '${prefix}')`)
  .join(' OR ')

/** What a filter's statement is given beside owner, page and time. */
export async function bindingsOf(connection: Connection, filter: MailboxFilter): Promise<MailboxBindings> {
  const found = await mapped(filter.from ?? [], async (address) => namesOf(connection).find(address))
  const senders = found.filter((id) => id !== undefined)
  return {
    below: filter.minPriority === undefined ? Number.MAX_SAFE_INTEGER : rankRange(filter.minPriority).to,
    kinds: JSON.stringify(filter.kind ?? []),
    from: JSON.stringify(senders),
    tags: JSON.stringify(filter.tag ?? []),
    task: filter.task ?? null,
    system: filter.work ? ((await namesOf(connection).find('system')) ?? -1) : -1,
    ...(filter.since === undefined ? {} : afterBindings(filter.since, 'since')),
    ...(filter.until === undefined ? {} : afterBindings(filter.until, 'until')),
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
