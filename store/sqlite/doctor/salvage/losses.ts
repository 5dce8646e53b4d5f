import { boxes } from '../../../../src/domain/delivery.ts'
import type { Finding } from '../../../../src/domain/finding.ts'
import { shortId } from '../../../../src/domain/id.ts'
import { idSpan } from '../../../../src/domain/priority.ts'
import { openFile } from '../../database/driver.ts'
import type { Key } from './keys.ts'
import type { Gap } from './readable-rows.ts'
import type { Loss } from './salvaged-file.ts'

const mend = 'The damaged file is kept there. If you need these rows, look for them in a backup.'

/** What was lost, one finding for each table. */
export function lossFindings(salvaged: string, losses: readonly Loss[]): readonly Omit<Finding, 'where'>[] {
  const database = openFile(salvaged, { readonly: true })
  try {
    const names = new Map(
      database.prepare('SELECT id, address FROM agents').raw(true).safeIntegers(true).all() as [
        bigint,
        string,
      ][],
    )
    const copies = losses.some(({ table }) => table === 'deliveries')
      ? (database.prepare(missingCopies).raw(true).safeIntegers(true).all() as Key[])
      : []
    return losses.map((loss) => ({
      finding: 'rows-lost',
      severity: 'damage',
      why: whyOf(loss.table === 'deliveries' ? { ...loss, rows: copies } : loss, names),
      mend,
      mended: false,
    }))
  } finally {
    database.close()
  }
}

/** Recipients of salvaged messages that have no copy. */
const missingCopies = `SELECT r.value, 0, m.rank FROM messages m, json_each(m.recipients) r WHERE NOT EXISTS(
  SELECT 1 FROM deliveries d WHERE d.agent_id = r.value AND d.box BETWEEN 0 AND ${boxes.length - 1} AND d.rank = m.rank)`

type Names = ReadonlyMap<bigint, string>

function whyOf({ table, rows, gaps }: Loss, names: Names): string {
  const parts = [
    ...(rows.length === 0
      ? []
      : [`${rows.length} ${rows.length === 1 ? 'row is' : 'rows are'} lost: ${listOf(table, rows, names)}.`]),
    ...(gaps.length === 0
      ? []
      : [`What was ${gaps.map((gap) => stretchOf(table, gap, names)).join(', ')} could not be read.`]),
  ]
  return `${table}: ${parts.join(' ')}`
}

function listOf(table: string, rows: readonly Key[], names: Names): string {
  const isNumbered =
    table !== 'messages' && rows.every(([id, ...rest]) => typeof id === 'bigint' && rest.length === 0)
  return isNumbered
    ? runsOf(rows.map(([id]) => id as bigint))
    : rows.map((key) => keyText(table, key, names)).join(', ')
}

/** Consecutive numbers as one. */
function runsOf(numbers: readonly bigint[]): string {
  const runs: [bigint, bigint][] = []
  for (const number of [...numbers].sort((a, b) => (a < b ? -1 : 1))) {
    const last = runs.at(-1)
    if (last !== undefined && last[1] + 1n === number) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ')
}

function stretchOf(table: string, { after, before }: Gap, names: Names): string {
  if (after === null && before === null) return 'in it'
  if (after === null) return `before ${keyText(table, before ?? [], names)}`
  if (before === null) return `after ${keyText(table, after, names)}`
  return `between ${keyText(table, after, names)} and ${keyText(table, before, names)}`
}

function keyText(table: string, key: Key, names: Names): string {
  const [first = null, , third = null] = key
  if (table === 'messages') return shortId(Number(first))
  if (table === 'deliveries')
    return `${names.get(first as bigint) ?? first} of ${shortId(Number(third) % idSpan)}`
  return key.map(String).join(' ')
}
