import { headText, type LogHead } from '../../src/domain/log-head.ts'
import {
  type Ask,
  extended,
  headOf,
  joined,
  type Seal,
  type SealedRow,
  type SealedTable,
  sealedTables,
} from './seals.ts'

/** The first run of rows that is not as it was sealed. */
export type Misfit = {
  readonly table: SealedTable
  readonly from: number
  readonly to: number
  /** When it was sealed. */
  readonly at: number
  /** How many rows it had, and has. */
  readonly sealed: number
  readonly found: number
  /** The first number that has no row, where each should have one. */
  readonly missing: number | null
}

export type Checked = {
  readonly head: LogHead | null
  readonly misfit: Misfit | null
  readonly beginnings: readonly Seal[]
  /** The head that was asked for is not that of this log; `null` where none was asked for. */
  readonly fits: boolean | null
}

const beyond = Number.MAX_SAFE_INTEGER
const pageSize = 1_000
const tables = ['deeds', 'events'] as const

type Walked = { readonly digest: string; readonly found: number; readonly missing: number | null }
type Rows = readonly SealedRow[]
type Seals = Rows & readonly Seal[]

/** Works the chain out again, seal by seal, some rows at a time. Asks for rows, and is given them. */
export function* checking(wanted: LogHead | null): Generator<Ask, Checked, Rows> {
  const beginnings: Seal[] = []
  const reached = { deeds: wanted?.deed === 0 ? '' : null, events: wanted?.event === 0 ? '' : null }
  let before: Seal | undefined
  for (let page: Seals; ; ) {
    page = (yield {
      table: 'seals',
      after: before?.id ?? 0,
      upto: beyond,
      limit: pageSize,
    }) as unknown as Seals
    for (const seal of page) {
      if (seal.begun !== null) {
        beginnings.push(seal)
        before = seal
        continue
      }
      for (const table of tables) {
        const walked = yield* walk(table, before, seal[sealedTables[table].last], mark(table))
        if (fitsSeal(seal, table, walked)) continue
        const misfit = misfitOf(seal, before, table, walked)
        return { head: null, misfit, beginnings, fits: wanted === null ? null : false }
      }
      before = seal
    }
    if (page.length < pageSize) break
  }
  // A head that was written down may be of rows that are not sealed here yet.
  if (wanted !== null)
    for (const table of tables)
      if (reached[table] === null) yield* walk(table, before, markOf(wanted, table), mark(table))
  return { head: headOf(before), misfit: null, beginnings, fits: wanted === null ? null : fits(wanted) }

  function mark(table: SealedTable): (row: SealedRow, digest: string) => void {
    const at = wanted === null ? null : markOf(wanted, table)
    return (row, digest) => {
      if (row[sealedTables[table].key] === at) reached[table] = digest
    }
  }

  function fits(head: LogHead): boolean {
    if (beginnings.some(({ former }) => former === headText(head))) return true
    const { deeds, events } = reached
    return deeds !== null && events !== null && joined(deeds, events) === head.digest
  }
}

function markOf({ deed, event }: LogHead, table: SealedTable): number {
  return table === 'deeds' ? deed : event
}

function* walk(
  table: SealedTable,
  before: Seal | undefined,
  upto: number,
  pass: (row: SealedRow, digest: string) => void,
): Generator<Ask, Walked, Rows> {
  const { key, last, digest: digestName } = sealedTables[table]
  let digest = before?.[digestName] ?? ''
  let found = 0
  let missing: number | null = null
  for (let after = before?.[last] ?? 0; after < upto; ) {
    const rows = yield { table, after, upto, limit: pageSize }
    for (const row of rows) {
      const number = Number(row[key])
      if (number !== after + 1) missing ??= after + 1
      digest = extended(digest, row)
      pass(row, digest)
      after = number
    }
    found += rows.length
    if (rows.length < pageSize) {
      if (after < upto) missing ??= after + 1
      break
    }
  }
  return { digest, found, missing }
}

function fitsSeal(seal: Seal, table: SealedTable, { digest, found }: Walked): boolean {
  return digest === seal[sealedTables[table].digest] && found === seal[table]
}

function misfitOf(
  seal: Seal,
  before: Seal | undefined,
  table: SealedTable,
  { found, missing }: Walked,
): Misfit {
  const { last } = sealedTables[table]
  const from = (before?.[last] ?? 0) + 1
  return { table, from, to: seal[last], at: seal.at, sealed: seal[table], found, missing }
}
