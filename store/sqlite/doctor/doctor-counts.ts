import { type Counted, examineCount } from '../../sql/doctor/checks.ts'
import { atOnce } from '../../sql/work.ts'
import { countedTables } from '../counted.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'
import type { Found } from './doctor-found.ts'

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

export function countAgain(connection: Connection, { table, rows }: Counted): void {
  connection.database.exec(`DELETE FROM ${table}; INSERT INTO ${table} ${rows}`)
}
