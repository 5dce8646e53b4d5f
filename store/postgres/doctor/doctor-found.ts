import type { Told } from '../../sql/doctor/checks.ts'
import type { Connection } from '../database/connection.ts'

/** Something found, and how it is mended where that can be done here. */
export type Found = Told & { readonly repair?: () => Promise<unknown> }
export type Check = (connection: Connection) => Promise<readonly Found[]>

export const fromBackup =
  'Restore the schema watchpost from a backup. Keep this one: much of it can still be read.'
