import { MailError } from './errors.ts'

export const longestNudge = 2000

/** Line ends and tabs part words; every other control character, and what turns text around, is left out. */
export function nudgeText(written: string): string {
  const text = written
    .replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/gu, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
  if (text === '')
    throw new MailError('usage', 'A nudge needs a text.', 'For example "Please look at your inbox".')
  if (text.length <= longestNudge) return text
  throw new MailError(
    'usage',
    `The text has ${text.length} characters; a nudge takes ${longestNudge} at most.`,
    'Send it as mail with `watchpost send`, and nudge to say so.',
  )
}

/** Where a shell waits, what is typed is run. */
const shells = new Set([
  'sh',
  'bash',
  'zsh',
  'fish',
  'dash',
  'ksh',
  'csh',
  'tcsh',
  'nu',
  'pwsh',
  'xonsh',
  'elvish',
])

export function isShell(command: string): boolean {
  return shells.has(command.replace(/^-/u, ''))
}
