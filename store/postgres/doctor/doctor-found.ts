import type { Pool } from 'pg'
import type { Finding } from '../../../src/domain/finding.ts'

/** Something found, and how it is mended where that can be done here. */
export type Found = Omit<Finding, 'mended'> & { readonly repair?: () => Promise<void> }
export type Check = (pool: Pool, location: string) => Promise<readonly Found[]>

export const fromBackup =
  'Restore the schema watchpost from a backup. Keep this one: much of it can still be read.'

/** Several statements in one query are one transaction, unless they begin one. */
export async function inTransaction(pool: Pool, sql: string): Promise<void> {
  await pool.query(sql)
}
