import type { JsonObject } from '../../domain/json.ts'
import type { Face } from '../http/face.ts'
import type { Answer } from '../http/refusal.ts'
import { prefix } from './prefix.ts'
import { strangeRole } from './routes/auth-routes.ts'
import { routes } from './routes/routes.ts'
import { statuses } from './statuses.ts'

/** MAIL 2.0: the mailbox of a person. */
export const mail2Face: Face = { prefixes: [prefix], routes, statuses, strangeRole, problem }

/** A request that is not as the protocol has it is told so part by part; all else in a sentence. */
function problem({ status, detail, at = [] }: Answer): JsonObject {
  if (status !== 422) return { detail }
  return { detail: [{ loc: at.length === 0 ? ['body'] : at, msg: detail, type: 'value_error' }] }
}
