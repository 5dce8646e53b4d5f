import type { Pool } from 'pg'
import { checking } from '../../shared/seal-check.ts'
import { foundInLog, type Judging, sealedLog } from '../../shared/seal-findings.ts'
import { askSql, type SealedRow } from '../../shared/seals.ts'
import { compiled } from '../database/compiled.ts'
import { sealedColumns } from '../rows/seals.ts'
import type { Found } from './doctor-found.ts'

/** Works out the seals of the log again. */
export async function examineLog(
  pool: Pool,
  where: string,
  { head, told }: Judging,
): Promise<readonly Found[]> {
  const rows = async (sql: string, ...values: readonly unknown[]) =>
    (await pool.query<Record<string, unknown>>(compiled(sql, values))).rows
  // A missing table was already reported.
  const [there] = await rows("SELECT to_regclass('watchpost.seals') IS NOT NULL AS there")
  if (there?.['there'] !== 1) return []
  const walk = checking(head)
  for (let step = walk.next(); ; ) {
    if (step.done === true) {
      const [left] = await rows('SELECT count(*) AS left FROM deeds WHERE id > ?', step.value.head?.deed ?? 0)
      if (step.value.misfit === null) told(sealedLog(step.value, Number(left?.['left'])))
      return foundInLog(step.value, { where, isGapless: false })
    }
    const { after, upto, limit } = step.value
    step = walk.next((await rows(askSql(step.value, sealedColumns), after, upto, limit)) as SealedRow[])
  }
}
