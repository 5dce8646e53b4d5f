import { MailError } from '../errors.ts'
import { normalName } from './address.ts'

/** ASCII first: the tables behind the whole of Unicode take longer to build than most commands take to run. */
function isSpelled(pattern: string): boolean {
  return (
    /^[\w.+~#'&=%$!@/*-]{1,200}$/u.test(pattern) || /^[\p{L}\p{M}\p{N}._+~#'&=%$!@/*-]{1,200}$/u.test(pattern)
  )
}

/** A pattern of claimants: `*` is everyone; otherwise at most one `*`, which stands for one part or a piece of it. */
export function requireClaimPattern(written: string): string {
  const pattern = written.trim()
  if (isSpelled(pattern) && pattern.split('*').length <= 2) return pattern
  throw new MailError(
    'usage',
    `Invalid pattern of claimants: ${JSON.stringify(written.slice(0, 200))}`,
    'Use an address with at most one *, such as gastown/polecats/* or */witness; * alone means everyone.',
  )
}

/** Whether a pattern admits a claimant, in any form of its address. */
export function admitsClaimant(pattern: string, ...forms: readonly (string | null)[]): boolean {
  if (pattern === '*') return true
  const star = pattern.indexOf('*')
  if (star < 0) return forms.includes(pattern) || forms.includes(normalName(pattern))
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)]
  return forms.some((form) => {
    if (form === null || form.length <= before.length + after.length) return false
    const middle = form.slice(before.length, form.length - after.length)
    return form.startsWith(before) && form.endsWith(after) && !middle.includes('/')
  })
}
