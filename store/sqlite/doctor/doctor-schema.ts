import { type Counted, examineCount, type Told } from '../../sql/doctor/checks.ts'
import { beginSeals } from '../../sql/upkeep/sealing.ts'
import { atOnce } from '../../sql/work.ts'
import { countedTables } from '../counted.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { type Part, partsOf, partsOfSchema } from '../schema-parts.ts'
import { rebuildTextIndex } from '../search/text-index.ts'
import { howToRestore } from '../store-file.ts'

/** Every table, index and trigger that a store of this version has. */
export function examineSchema(connection: Connection): readonly Found[] {
  const own = new Map(partsOf(connection.database).map((part) => [part.name, part.sql]))
  return partsOfSchema()
    .filter(({ type, name, sql }) => !own.has(name) || (type !== 'table' && own.get(name) !== sql))
    .map((part) => missing(connection, part, own.has(part.name)))
}

function missing(connection: Connection, { type, name, sql }: Part, there: boolean): Found {
  const why = there ? `The ${type} ${name} differs from the schema.` : `The ${type} ${name} is missing.`
  const where = connection.database.name
  if (type === 'table') {
    const fill = refilling(connection, name)
    return {
      finding: 'table-missing',
      severity: 'damage',
      where,
      why,
      mend:
        fill === null
          ? howToRestore
          : 'It is derived from the rest: `watchpost doctor --repair` rebuilds it.',
      ...(fill !== null && {
        repair: () => {
          connection.database.exec(sql)
          fill()
        },
      }),
    }
  }
  return {
    finding: type === 'index' ? 'index-missing' : 'trigger-missing',
    severity: 'damage',
    where,
    why,
    mend: '`watchpost doctor --repair` rebuilds it.',
    repair: () =>
      connection.write(() => {
        if (there) connection.database.exec(`DROP ${type} "${name}"`)
        connection.database.exec(sql)
      }),
  }
}

/** Fills a table again that is derived from the mail; `null` for all others. */
function refilling(connection: Connection, table: string): (() => void) | null {
  if (table === 'seals')
    return () => connection.write(() => atOnce(beginSeals(shared(connection), 'salvaged', null, Date.now())))
  if (table === 'messages_text' || table === 'text_state') return () => rebuildTextIndex(connection)
  const counted = countedTables.find((one) => one.table === table)
  return counted === undefined ? null : () => connection.write(() => countAgain(connection, counted))
}

/** Something found, and how it is mended where that can be done here. */
export type Found = Told & { readonly repair?: () => void }
export type Check = (connection: Connection, now: number) => readonly Found[]

export const salvaging =
  '`watchpost doctor --repair` puts what can be read into a new file, lists what cannot, and keeps the damaged file beside it. Or run `watchpost backup restore FILE` with a backup.'

export function examineCounts(connection: Connection): readonly Found[] {
  const there = new Set(connection.column("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
  return countedTables
    .filter(({ table }) => there.has(table))
    .flatMap((counted) => {
      const found = atOnce(examineCount(shared(connection), counted, connection.database.name))
      const repair = () => connection.write(() => countAgain(connection, counted))
      return found === null ? [] : [{ ...found, repair }]
    })
}

function countAgain(connection: Connection, { table, rows }: Counted): void {
  connection.database.exec(`DELETE FROM ${table}; INSERT INTO ${table} ${rows}`)
}
