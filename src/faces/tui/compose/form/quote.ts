import { sanitize, sanitizeLine } from '../../../../domain/sanitize.ts'
import type { FormAbout } from './form-state.ts'

/** More lines of a message are not quoted. */
const mostQuoted = 200

/** The message that is answered, and a line for the answer; `null` where none is. */
export function quoteOf({ text, from }: FormAbout): string | null {
  if (text === undefined) return null
  const lines = sanitize(text).trimEnd().split('\n').slice(0, mostQuoted)
  const quote = lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
  const lead = from === undefined ? '' : `${sanitizeLine(from)} wrote:\n`
  return `${lead}${quote}\n\n`
}
