import { spoken } from '../../sql/dialect.ts'
import * as work from '../../sql/rows/counts.ts'

export const unreadTotalSql = spoken('postgres', work.unreadTotalSql)
export const unreadOfManySql = spoken('postgres', work.unreadOfManySql)

// The shared work, for the files of this engine that are not written as work yet.
