import type { Taking } from '../../sql/rows/returned-rows.ts'

export { cameBack } from '../../sql/rows/returned-rows.ts'

export type { Taking }

// The shared work, for the files of this engine that are not written as work yet.
