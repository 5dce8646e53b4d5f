import { sharing } from '../../sql/speaking.ts'
import { atOnce } from '../../sql/work.ts'
import { openEngine } from './engine.ts'

export const { shared, partOn } = sharing({ dialect: 'sqlite', doing: atOnce }, openEngine)
