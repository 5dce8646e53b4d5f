import type { Connection } from '../database/connection.ts'
import { type Database, openFile } from '../database/driver.ts'
import { runSteps } from '../migrations.ts'
import { type Found, fromBackup } from './doctor-found.ts'
import { rebuildTextIndex } from './doctor-mail.ts'

type Part = {
  readonly type: 'table' | 'index' | 'trigger'
  readonly name: string
  readonly sql: string
}

/** Every table, index and trigger that a store of this version has. */
export function examineSchema(connection: Connection): readonly Found[] {
  const own = new Map(partsOf(connection.database).map((part) => [part.name, part.sql]))
  return expected()
    .filter(({ type, name, sql }) => !own.has(name) || (type !== 'table' && own.get(name) !== sql))
    .map((part) => missing(connection, part, own.has(part.name)))
}

function missing(connection: Connection, { type, name, sql }: Part, there: boolean): Found {
  const why = there ? `The ${type} ${name} is not what it should be.` : `The ${type} ${name} is missing.`
  const where = connection.database.name
  if (type === 'table') {
    const derived = name === 'messages_text' || name === 'text_state'
    return {
      finding: 'table-missing',
      severity: 'damage',
      where,
      why,
      mend: derived ? 'It is made of the mail: `watchpost doctor --repair` makes it anew.' : fromBackup,
      ...(derived
        ? {
            repair: () => {
              connection.database.exec(sql)
              rebuildTextIndex(connection)
            },
          }
        : {}),
    }
  }
  return {
    finding: type === 'index' ? 'index-missing' : 'trigger-missing',
    severity: 'damage',
    where,
    why,
    mend: '`watchpost doctor --repair` makes it anew.',
    repair: () =>
      connection.write(() => {
        if (there) connection.database.exec(`DROP ${type} "${name}"`)
        connection.database.exec(sql)
      }),
  }
}

function expected(): readonly Part[] {
  const fresh = openFile(':memory:')
  try {
    runSteps(fresh, 0)
    return partsOf(fresh)
  } finally {
    fresh.close()
  }
}

/** The text index has tables of its own, which are no business of ours. */
function partsOf(database: Database): readonly Part[] {
  return database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'messages\\_text\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all() as Part[]
}
