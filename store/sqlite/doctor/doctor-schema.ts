import { beginSeals } from '../../sql/upkeep/sealing.ts'
import { atOnce } from '../../sql/work.ts'
import { countedTables } from '../counted.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import { type Part, partsOf, partsOfSchema } from '../schema-parts.ts'
import { rebuildTextIndex } from '../search/rebuilt-text-index.ts'
import { howToRestore } from '../store-file.ts'
import { countAgain } from './doctor-counts.ts'
import type { Found } from './doctor-found.ts'

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
