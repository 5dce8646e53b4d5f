import type { Told } from '../../sql/doctor/checks.ts'
import type { Connection } from '../database/connection.ts'

/** Something found, and how it is mended where that can be done here. */
export type Found = Told & { readonly repair?: () => void }
export type Check = (connection: Connection, now: number) => readonly Found[]

export const salvaging =
  '`watchpost doctor --repair` puts what can be read into a new file, lists what cannot, and keeps the damaged file beside it. Or run `watchpost backup restore FILE` with a backup.'
