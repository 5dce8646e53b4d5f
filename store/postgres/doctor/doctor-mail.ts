import { idMask } from '../../../src/domain/priority.ts'
import { type Check, fromBackup } from './doctor-found.ts'

/** Every copy is one of a message that is there. */
export const examineCopies: Check = async (pool, where) => {
  const { rows } = await pool.query(`SELECT count(*) AS lost FROM watchpost.deliveries d
    WHERE NOT EXISTS(SELECT 1 FROM watchpost.messages m WHERE m.id = (d.rank & ${idMask}))`)
  const lost = Number(rows[0]?.lost)
  if (lost === 0) return []
  const why = `${lost} ${lost === 1 ? 'copy belongs' : 'copies belong'} to messages that do not exist.`
  return [{ finding: 'copy-without-message', severity: 'damage', where, why, mend: fromBackup }]
}
