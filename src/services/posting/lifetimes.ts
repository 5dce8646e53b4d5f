import type { Resolution } from '../../domain/addressing/resolve.ts'
import { MailError } from '../../domain/errors.ts'
import { requireTime } from '../../domain/moment.ts'
import { latest, type Ways, waysOf } from '../../domain/ways.ts'
import type { Input } from '../../input/input.ts'
import type { letterFields } from './letter.ts'

export const broadcastLifetime = 4 * 3_600_000
const sessionLifetime = 24 * 3_600_000

/** Whether every copy is one of a broadcast. */
export function isBroadcast(to: Resolution): boolean {
  return (
    to.selectors.length > 0 &&
    to.selectors.every(broadcasts) &&
    to.recipients.every(({ via }) => broadcasts(via))
  )
}

function broadcasts(selector: string): boolean {
  return selector === 'all' || selector.startsWith('swarm:')
}

/**
 * Broadcasts last 4 h, mail to a session 24 h, everything else has no end. `isSession`: the recipient's address is its
 * session's id.
 */
export function defaultExpiry(via: string, now: number, isSession = false): number | null {
  if (broadcasts(via)) return now + broadcastLifetime
  const direct = via.startsWith('session:') || (isSession && (via === 'to' || via === 'cc'))
  return direct ? now + sessionLifetime : null
}

/** A copy lasts as long as the way that lasts longest. */
export function longestExpiry(copy: Ways, now: number, isSession: boolean): number | null {
  if (copy.alsoVia === undefined) return defaultExpiry(copy.via, now, isSession)
  return latest(waysOf(copy).map((way) => defaultExpiry(way, now, isSession)))
}

/** When a message ends by its sender's word, in milliseconds since 1970. @throws MailError `usage` */
export function expiryOf(
  letter: Pick<Input<typeof letterFields>, 'ttl' | 'expires'>,
  now: number,
): number | null {
  if (letter.ttl !== undefined && letter.expires !== undefined)
    throw new MailError('usage', '--ttl and --expires cannot be combined.', '')
  if (letter.ttl === 0)
    throw new MailError('usage', '--ttl must be longer than 0.', 'Give a duration such as 4h.')
  if (letter.ttl !== undefined) return now + letter.ttl
  const at = letter.expires === undefined ? null : requireTime(letter.expires, now, '--expires')
  if (at !== null && at <= now)
    throw new MailError(
      'usage',
      `--expires is in the past: ${letter.expires}`,
      'Give a future time, or a duration such as 4h.',
    )
  return at
}
