import type { Finding } from '../../../src/domain/finding.ts'
import type { Connection } from '../database/connection.ts'

/** Something found, and how it is mended where that can be done here. */
export type Found = Omit<Finding, 'mended'> & { readonly repair?: () => void }
export type Check = (connection: Connection, now: number) => readonly Found[]
