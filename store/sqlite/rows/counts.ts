import type { UnreadCounts } from '../../../src/domain/roster.ts'
import { spoken } from '../../sql/dialect.ts'
import * as work from '../../sql/rows/counts.ts'
import { atOnce } from '../../sql/work.ts'
import type { Connection } from '../database/connection.ts'
import { shared } from '../engine/shared.ts'

export const unreadSql = spoken('sqlite', work.unreadSql)
export const unreadOfManySql = spoken('sqlite', work.unreadOfManySql)

// The shared work, for the files of this engine that are not written as work yet.
