import type { SavedView } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import type { ViewValue } from '../../values/views-schema.ts'
import { iso } from '../values.ts'

export function viewValue({ name, query, savedAt }: SavedView): ViewValue {
  return { name, query, savedAt: iso(savedAt) }
}

const longest = 40

/** @throws MailError `usage` unless it is one word of letters, digits, `-`, `_`, `.` */
export function requireViewName(name: string): string {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(name) && name.length <= longest) return name
  throw new MailError(
    'usage',
    `Invalid name for a view: ${JSON.stringify(name)}.`,
    `Use at most ${longest} letters, digits, - _ and .`,
  )
}
