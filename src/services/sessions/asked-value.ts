import type { PersonAsked } from '../../domain/asking.ts'
import { iso } from '../../domain/moment.ts'
import type { AskedValue } from '../../values/sessions-schema.ts'

export function askedValue({ since, kind, reason }: PersonAsked): AskedValue {
  return { since: iso(since), kind, reason }
}
