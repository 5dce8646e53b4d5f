import { spoken } from '../../sql/dialect.ts'
import * as shared from '../../sql/rows/queue-counts.ts'

// The shared texts, for the files of this engine that are not written as work yet.

export const availableItems = spoken('postgres', shared.availableItems)
export const processingItems = spoken('postgres', shared.processingItems)
export const completedItems = spoken('postgres', shared.completedItems)
export const failedItems = spoken('postgres', shared.failedItems)
