import { sharing } from '../../sql/speaking.ts'
import { inTurn } from '../../sql/work.ts'
import { openEngine } from './engine.ts'

export const { shared, driverOf, partOn } = sharing({ dialect: 'postgres', doing: inTurn }, openEngine)
