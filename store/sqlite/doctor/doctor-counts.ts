import type { Connection } from '../database/connection.ts'
import { type CountedTable, countedTables } from '../rows/counted.ts'
import type { Found } from './doctor-found.ts'

/** Compares the triggers' counts with a walk over all mail. */
export function examineCounts(connection: Connection): readonly Found[] {
  const there = new Set(connection.column("SELECT name FROM sqlite_schema WHERE type = 'table'").all())
  return countedTables
    .filter(({ table }) => there.has(table))
    .flatMap((counted) => {
      const wrong = wrongRows(connection, counted)
      return wrong === 0 ? [] : [countWrong(connection, counted, wrong)]
    })
}

/** Rows that are only in the table, or only in what it counts: one statement, so that nobody writes in between. */
function wrongRows(connection: Connection, { table, columns, counting, rows }: CountedTable): number {
  const kept = `SELECT ${columns} FROM ${table} WHERE ${counting}`
  const only = (one: string, other: string) =>
    `SELECT count(*) FROM (SELECT * FROM (${one}) EXCEPT SELECT * FROM (${other}))`
  const sql = `SELECT (${only(kept, rows)}) + (${only(rows, kept)})`
  return Number(connection.column(sql).get())
}

function countWrong(connection: Connection, counted: CountedTable, wrong: number): Found {
  const { table } = counted
  return {
    finding: 'count-wrong',
    severity: 'damage',
    where: connection.database.name,
    why: `${wrong} ${wrong === 1 ? 'row' : 'rows'} of ${table} ${wrong === 1 ? 'differs' : 'differ'} from the mail that it counts.`,
    mend: 'It is derived from the mail: `watchpost doctor --repair` counts it again.',
    repair: () => connection.write(() => countAgain(connection, counted)),
  }
}

export function countAgain(connection: Connection, { table, rows }: CountedTable): void {
  connection.database.exec(`DELETE FROM ${table}; INSERT INTO ${table} ${rows}`)
}
