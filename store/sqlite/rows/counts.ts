import { spoken } from '../../sql/dialect.ts'
import * as work from '../../sql/rows/counts.ts'

export const unreadSql = spoken('sqlite', work.unreadSql)
export const unreadOfManySql = spoken('sqlite', work.unreadOfManySql)

// The shared work, for the files of this engine that are not written as work yet.
