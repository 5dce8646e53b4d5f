import { headText, type LogHead } from '../../src/domain/log-head.ts'
import { seals } from '../sql/tables/log.ts'
import { cellsOf, columnsBut, insertSql, type Row } from '../sql/tables/table.ts'
import { loadCrypto } from './crypto.ts'

/** A row of `seals`: how far the log was sealed, and the digest of each table up to there. */
export type Seal = Omit<Row<typeof seals>, 'begun'> & { readonly begun: 'salvaged' | 'copied' | null }

/** A row with all columns that are sealed, the number of the row first. */
export type SealedRow = Readonly<Record<string, unknown>>

const names = columnsBut(seals)
export const lastSealSql = `SELECT ${names.join(', ')} FROM seals ORDER BY id DESC LIMIT 1`
/** Parameters as `valuesOf` gives them. Of two programs that seal the same, one comes first. */
export const putSealSql = `${insertSql(seals, names)} ON CONFLICT DO NOTHING`

export function valuesOf(seal: Seal): readonly unknown[] {
  return cellsOf(names, seal)
}

export const sealedTables = {
  deeds: { key: 'id', last: 'deed', digest: 'deeds_digest' },
  events: { key: 'seq', last: 'event', digest: 'events_digest' },
} as const
export type SealedTable = keyof typeof sealedTables

const unsealed: Seal = {
  id: 0,
  at: 0,
  deed: 0,
  deeds: 0,
  deeds_digest: '',
  event: 0,
  events: 0,
  events_digest: '',
  begun: null,
  former: null,
}

/** The digest after one more row. It does not depend on where one seal ended and the next began. */
export function extended(digest: string, row: SealedRow): string {
  return loadCrypto().hash('sha256', `${digest}\n${JSON.stringify(Object.values(row))}`, 'hex')
}

/** The next seal over rows that nothing can come between any more; `null` where there are none. */
export function sealOf(
  last: Seal | undefined,
  { deeds, events }: Readonly<Record<SealedTable, readonly SealedRow[]>>,
  at: number,
): Seal | null {
  if (deeds.length === 0 && events.length === 0) return null
  const before = last ?? unsealed
  return {
    id: before.id + 1,
    at,
    deed: Number(deeds.at(-1)?.['id'] ?? before.deed),
    deeds: deeds.length,
    deeds_digest: deeds.reduce(extended, before.deeds_digest),
    event: Number(events.at(-1)?.['seq'] ?? before.event),
    events: events.length,
    events_digest: events.reduce(extended, before.events_digest),
    begun: null,
    former: null,
  }
}

/** A mark that the chain starts again with the first row of the log. */
export function beginningOf(begun: 'salvaged' | 'copied', former: string | null, at: number): Seal {
  return { ...unsealed, id: 1, at, begun, former }
}

/** How far a log is sealed; `null` where nothing is. */
export function headOf(seal: Seal | undefined): LogHead | null {
  if (seal === undefined || (seal.deed === 0 && seal.event === 0)) return null
  const { deed, event } = seal
  return { deed, event, digest: joined(seal.deeds_digest, seal.events_digest) }
}

export function headTextOf(seal: Seal | undefined): string | null {
  const head = headOf(seal)
  return head === null ? null : headText(head)
}

export function joined(deedsDigest: string, eventsDigest: string): string {
  return loadCrypto().hash('sha256', `${deedsDigest}\n${eventsDigest}`, 'hex')
}

/** Rows of a table by their numbers, in their order. */
export type Ask = {
  readonly table: SealedTable | 'seals'
  readonly after: number
  readonly upto: number
  readonly limit: number
}

/** @param columns of the two tables; an engine has some of its own */
export function askSql(
  { table }: Pick<Ask, 'table'>,
  columns: Readonly<Record<SealedTable, string>>,
): string {
  const key = table === 'seals' ? 'id' : sealedTables[table].key
  const asked = table === 'seals' ? names.join(', ') : columns[table]
  return `SELECT ${asked} FROM ${table} WHERE ${key} > ? AND ${key} <= ? ORDER BY ${key} LIMIT ?`
}
