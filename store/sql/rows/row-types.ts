import type { copyNames, deliveries } from '../tables/deliveries.ts'
import type { Row } from '../tables/table.ts'

/** A copy. Where its message is read with it, `expires_at` is that of the message. */
export type CopyRow = Omit<Row<typeof deliveries, 'rank' | (typeof copyNames)[number]>, 'expires_at'> & {
  readonly ends_at: number | null
  /** Where it was read with the copy. */
  readonly came_back?: ReturnedRow | null
}

/** Who had a copy before it came back. */
export type ReturnedRow = {
  readonly holder_id: number
  readonly session: string | null
  readonly taken_at: number
}
