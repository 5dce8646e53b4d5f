import { spoken } from '../../sql/dialect.ts'
import * as shared from '../../sql/rows/queue-counts.ts'

// The shared texts, for the files of this engine that are not written as work yet.

export const availableItems = spoken('sqlite', shared.availableItems)
export const processingItems = spoken('sqlite', shared.processingItems)
export const completedItems = spoken('sqlite', shared.completedItems)
export const failedItems = spoken('sqlite', shared.failedItems)
