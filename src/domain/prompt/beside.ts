import { firstFew } from '../first-few.ts'
import { ageOf } from '../moment.ts'
import { disarmLine } from './disarm.ts'

/** Another living session of the same agent, and the open mail that it was shown last. */
export type Beside = { readonly session: string; readonly beatAt: number; readonly has: readonly string[] }

const [mostSessions, mostMail] = [3, 5]

/** What a session is told at its start where others of its agent live; empty where there is none. */
export function besideText(agent: string, others: readonly Beside[], now: number): string {
  if (others.length === 0) return ''
  const named = others.slice(0, mostSessions).map((one) => sessionWords(one, now))
  const more = others.length > mostSessions ? [`and ${others.length - mostSessions} more`] : []
  const who = others.length === 1 ? 'Another session is' : `${others.length} other sessions are`
  return [
    `${who} alive as ${disarmLine(agent, 80)}: ${[...named, ...more].join('; ')}.`,
    'You share one mailbox: each message goes to the session that looks first, and that session answers it.',
    'For a mailbox of your own, your person starts you with WATCHPOST_AGENT=NAME.\n',
  ].join(' ')
}

function sessionWords({ session, beatAt, has }: Beside, now: number): string {
  const heard = `${disarmLine(session, 40)}, heard from ${ageOf(beatAt, now)} ago`
  return `${heard}, has ${has.length === 0 ? 'no open mail' : firstFew(has, mostMail)}`
}
