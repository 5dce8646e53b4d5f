import { checking } from '../../shared/seal-check.ts'
import { foundInLog, type Judging, sealedLog } from '../../shared/seal-findings.ts'
import { askSql, type SealedRow } from '../../shared/seals.ts'
import type { Connection } from '../database/connection.ts'
import { sealedColumns } from '../rows/seals.ts'
import type { Found } from './doctor-found.ts'

/** Works out the seals of the log again. */
export function examineLog(connection: Connection, { head, told }: Judging): readonly Found[] {
  // A missing table was already reported.
  const tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('deeds', 'events', 'seals')"
  if (connection.column(tables).get() !== 3) return []
  const walk = checking(head)
  for (let step = walk.next(); ; ) {
    if (step.done === true) {
      const upto = step.value.head?.deed ?? 0
      const unsealed = Number(connection.column('SELECT count(*) FROM deeds WHERE id > ?').get(upto))
      if (step.value.misfit === null) told(sealedLog(step.value, unsealed))
      return foundInLog(step.value, { where: connection.database.name, isGapless: true })
    }
    const { after, upto, limit } = step.value
    const rows = connection.statement(askSql(step.value, sealedColumns)).all(after, upto, limit)
    step = walk.next(rows as SealedRow[])
  }
}
