import { readFileSync } from 'node:fs'
import { writeBlock } from '../bench/report.ts'
import { table } from '../doc-tables.ts'
import type { Outcome } from './play.ts'

const document = 'docs/harnesses.md'
const head = ['coding agent', 'version', 'tried on', 'scene', 'result']

/** A row of the table: program, version, day, scene, result. */
export type Row = readonly [string, string, string, string, string]

export function rowOf(name: string, version: string, { scene, result, reason }: Outcome): Row {
  const day = new Date().toISOString().slice(0, 10)
  const [line] = (reason ?? '').replaceAll('|', '/').split('\n')
  return [name, version, day, scene, reason === null ? result : `${result}: ${line}`]
}

const isSame = (one: Row, other: Row) => one[0] === other[0] && one[3] === other[3]

/** The rows that the document has now. */
export function writtenRows(text = readFileSync(document, 'utf8')): readonly Row[] {
  const block = text.split('<!-- live -->')[1]?.split('<!-- /live -->')[0] ?? ''
  const lines = block.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | ') as unknown as Row)
}

/** Each scene whose result is another than the document says; its version and day may differ. */
export function changedRows(rows: readonly Row[], before: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => {
    const old = before.find((one) => isSame(one, row))?.[4] ?? 'not tried'
    return old === row[4] ? [] : [`changed: ${row[0]} ${row[1]}, ${row[3]}: ${row[4]} (before: ${old})`]
  })
}

/** Puts what was tried now in its place; what was not tried stays. */
export function writeRows(rows: readonly Row[], order: (row: Row) => number): void {
  const kept = writtenRows().filter((old) => !rows.some((row) => isSame(row, old)))
  const all = [...kept, ...rows].toSorted((one, other) => order(one) - order(other))
  writeBlock(
    document,
    'live',
    `\`npm run live -- --install --write\` wrote this table.\n\n${table(head, all)}`,
  )
}
