import { noticeKeyPrefix } from '../../../src/domain/dead-letter.ts'
import { type Box, boxes } from '../../../src/domain/delivery.ts'
import { failureKeyPrefix } from '../../../src/domain/failure-notice.ts'
import { idMask, rankRange } from '../../../src/domain/priority.ts'
import type { MailboxFilter } from '../../mail-store.ts'
import type { Connection, Engine, Shape } from '../connection.ts'
import type { Numbered, Order } from '../order.ts'
import { unreadTotalSql } from '../rows/counts.ts'
import { findNumbers, numberOf } from '../rows/names.ts'
import { copyShape, type LetterRow, letterShape } from '../rows/rows.ts'
import { columnsIn, shapeOf } from '../shapes.ts'
import type { Work } from '../work.ts'
import { type CopyStanding, lapsing } from './seen.ts'

/** Messages, by what their copies `d` tell of them. */
const copyOrder: Numbered<'messages'> = { of: 'messages', row: 'm', number: `(d.rank & ${idMask})` }
const statusBoxes: readonly Box[] = ['unread', 'read', 'processing', 'completed', 'failed', 'archived']
const snoozedBox = boxes.indexOf('snoozed')

export type MailboxBindings = { readonly [name: string]: string | number | null }

/** A copy by its place, and as much of it as says where it lies. */
export type Head = CopyStanding & { readonly rank: number }
export const headShape = shapeOf<Head>('d.rank, d.box, d.was, d.snoozed_until, d.expires_at AS ends_at')

export const threadShape = shapeOf<{ readonly rank: number; readonly thread: number }>(
  'd.rank, m.thread_id AS thread',
)

const columnsOf = {
  letters: letterShape.columns,
  copies: copyShape.columns,
  heads: headShape.columns,
  threads: threadShape.columns,
} as const

/** Built once for each shape of question: building takes longer than finding a few rows. */
const built = new Map<string, string>()

/** What another reader is being given just now is passed over. */
export const taking = ' FOR UPDATE OF d SKIP LOCKED'

/**
 * Rows of one mailbox by rank, the place last. Each box is one walk along the index, and no longer than the page; SQLite merges
 * the walks and sorts nothing.
 */
export function mailboxSql(
  { order }: Pick<Engine, 'order'>,
  filter: MailboxFilter,
  rows: keyof typeof columnsOf,
  only = '',
  lock: typeof taking | '' = '',
): string {
  const narrowed = narrowing(order, filter)
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
  const source = `deliveries d${joined ? ` CROSS JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
  const arms = armsOf(wanted).map(
    (arm) =>
      `walk[SELECT ${columnsOf[rows]}, d.rank AS place FROM ${source} WHERE d.agent_id = @owner AND ${arm} AND d.rank > @after AND d.rank < @below${narrowed}${lock}]`,
  )
  return `${arms.join('\nUNION ALL ')}\nORDER BY place LIMIT @limit`
}

/** The owner's clock, as the first part of a statement. */
export const clockPart = `t AS MATERIALIZED (
  SELECT least(CAST(@now AS bigint), coalesce((SELECT frozen_at FROM agents WHERE id = @owner), CAST(@now AS bigint))) AS clock)`

/** The same for a caller who does not know the clock of the owner yet. */
export function clockedSql(sql: string): string {
  return `WITH ${clockPart}\n${byOwnClock(sql)}`
}

/** Its parameter for the clock is a look at the owner's. */
export function byOwnClock(sql: string): string {
  return sql.replaceAll('@clock', '(SELECT clock FROM t)')
}

/** A row with the owner's clock. */
export type PageRow = LetterRow & { readonly clock: number }

const letterWidth = letterShape.columns.split(', ').length

export const pageShape: Shape<PageRow> = {
  columns: `${columnsIn('p', letterShape.columns)}, t.clock`,
  rowOf(cells) {
    const { message, copy } = letterShape.rowOf(cells)
    return { message, copy, clock: cells[letterWidth] ?? 0 }
  },
}

const pages = new Map<string, string>()

export function pageSql(sql: string): string {
  let text = pages.get(sql)
  if (text === undefined) {
    text = `WITH ${clockPart}
SELECT ${pageShape.columns}, p.place FROM (${byOwnClock(sql)}) p CROSS JOIN t ON TRUE ORDER BY p.place`
    pages.set(sql, text)
  }
  return text
}

/** Threads are counted up to this. */
const mostCounted = 100

/** How many messages a thread has, as an expression. */
export function threadSizeSql(thread: string): string {
  return `(SELECT count(*) FROM (SELECT 1 FROM messages x WHERE x.thread_id = ${thread} AND x.thread_id <> x.id LIMIT ${mostCounted - 1}) n) + 1`
}

/** The same with the size of its thread, and what the list says beside its rows. */
export type ListRow = {
  readonly letter: (PageRow & { readonly threadSize: number }) | null
  readonly newest: number | null
  readonly unread: number
}

export const listShape: Shape<ListRow> = {
  columns: `${columnsIn('p', pageShape.columns)}, CASE WHEN p.id IS NOT NULL THEN ${threadSizeSql('p.thread_id')} END AS thread_size, l.newest, l.unread`,
  rowOf(cells) {
    const [id = null] = cells
    const [newest, unread] = [cells[letterWidth + 2] ?? null, cells[letterWidth + 3] ?? 0]
    if (id === null) return { letter: null, newest, unread }
    const { message, copy, clock } = pageShape.rowOf(cells)
    return { letter: { message, copy, clock, threadSize: cells[letterWidth + 1] ?? 1 }, newest, unread }
  },
}

const lists = new Map<string, string>()

/** A page, in no order, with what a list says beside it: one row of nothing where it is empty. */
export function listSql(sql: string): string {
  let text = lists.get(sql)
  if (text === undefined) {
    const beside = `(SELECT max(id) FROM messages) AS newest, ${unreadTotalSql} AS unread`
    text = `SELECT ${listShape.columns}
FROM (SELECT ${beside}) l LEFT JOIN (${pageSql(sql)}) p ON TRUE`
    lists.set(sql, text)
  }
  return text
}

export function firstOfEachSql(
  { order }: Pick<Engine, 'order'>,
  filter: MailboxFilter,
  agents: string,
): string {
  const narrowed = narrowing(order, filter)
  const source = `deliveries d${narrowed.includes('m.') ? ` CROSS JOIN messages m ON m.id = (d.rank & ${idMask})` : ''}`
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

function narrowing({ cameAfter, cameBy }: Order, filter: MailboxFilter): string {
  const parts = [
    filter.from && 'd.sender_id IN (SELECT value FROM numbers(@from))',
    filter.kind && 'm.kind IN (SELECT value FROM texts(@kinds))',
    filter.tag && 'EXISTS(SELECT 1 FROM tags_of(m.more) t WHERE t.value IN (SELECT value FROM texts(@tags)))',
    filter.task !== undefined && 'm.task = @task',
    filter.work &&
      `NOT (d.sender_id = @system AND m.key IS NOT NULL AND (m.kind = 'complete' OR ${notices}))`,
    filter.since !== undefined && cameAfter(filter.since, copyOrder, 'since').condition,
    filter.until !== undefined && cameBy(filter.until, copyOrder, 'until').condition,
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

/** The parameters of a filter's statement, in addition to owner, page and time. */
export function* bindingsOf(connection: Connection, filter: MailboxFilter): Work<MailboxBindings> {
  const found = yield* findNumbers(connection, filter.from ?? [])
  const senders = found.filter((id) => id !== undefined)
  const { cameAfter, cameBy } = connection.engine.order
  return {
    below: filter.minPriority === undefined ? Number.MAX_SAFE_INTEGER : rankRange(filter.minPriority).to,
    kinds: JSON.stringify(filter.kind ?? []),
    from: JSON.stringify(senders),
    tags: JSON.stringify(filter.tag ?? []),
    task: filter.task ?? null,
    system: filter.work ? yield* numberOf(connection, 'system') : -1,
    ...(filter.since && cameAfter(filter.since, copyOrder, 'since').bindings),
    ...(filter.until && cameBy(filter.until, copyOrder, 'until').bindings),
  }
}
