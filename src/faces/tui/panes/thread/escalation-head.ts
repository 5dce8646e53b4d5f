import { asEscalation } from '../../../../domain/escalation-payload.ts'
import { parseDate } from '../../../../domain/moment.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { countdown } from '../../../present-attention.ts'
import { keyOf } from '../../keymap.ts'
import type { HasClock, HasSession } from '../../state.ts'
import { type Line, span, word } from '../../text/line.ts'
import type { ThreadState } from './thread.ts'

/** An escalation of the thread that waits for the person at this screen: until when, and what it offers. */
export function escalationHead(
  { session, clock }: HasSession & HasClock,
  { messages }: ThreadState,
): readonly Line[] {
  const waiting = messages.findLast(
    ({ kind, owner, owes, acknowledgedAt }) =>
      kind === 'escalation' && owner === session.me.address && owes && acknowledgedAt === null,
  )
  const escalation = asEscalation(waiting?.payload)
  if (escalation === null) return []
  const { deadline, options } = escalation
  const isTime = deadline !== null && !Number.isNaN(parseDate(deadline))
  const due = isTime ? countdown(deadline, clock.now) : 'no deadline'
  const passed = isTime && Date.parse(deadline) < clock.now
  const key = keyOf(session.keymap, options.length > 0 ? 'decide' : 'reply')
  const offered = options.map((option, at) => `${at + 1}. ${option}`).join('  ')
  return [
    [
      word(' decision ', 'dim'),
      word(due, passed ? 'urgent' : isTime ? 'bold' : 'dim'),
      word(` · ${key} `, 'accent'),
      ...(options.length > 0 ? [span(sanitizeLine(offered))] : [word('answers it', 'dim')]),
    ],
  ]
}
