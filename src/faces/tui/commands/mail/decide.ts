import { asEscalation } from '../../../../domain/escalation-payload.ts'
import { parseDate } from '../../../../domain/moment.ts'
import type { MessageValue } from '../../../../services/values.ts'
import { reply } from '../../compose/writing.ts'
import type { Ruling } from '../../model/overlay.ts'
import { messageHere } from '../../panes/thread/here.ts'
import type { Browsing } from '../../state.ts'
import { listedTitle } from '../../text/titles.ts'
import { command } from '../command.ts'

/** Chooses one of an escalation's options; Enter in the dialog sends it. */
export const decide = command({
  name: 'decide',
  at: { mail: 'C' },
  help: 'choose an option of an escalation',
  hint: (state) => (escalationHere(state) === null ? undefined : 'decide'),
  rank: 3.5,
  operation: 'reply',
  writes: true,
  needs: 'row',
  available: (state) => escalationHere(state) !== null || 'This key decides only escalations to you.',
  run(state) {
    const message = escalationHere(state)
    const escalation = asEscalation(message?.payload)
    if (message === null || escalation === null || escalation.options.length === 0) return reply(state, false)
    const { id, from } = message
    return [
      {
        ...state,
        overlay: {
          type: 'choice',
          items: [
            ...escalation.options.map((text, at): Ruling => {
              const option = { type: 'option', number: at + 1, text } as const
              return escalation.fallback === option.number ? { ...option, fallback: true } : option
            }),
            { type: 'other' },
          ],
          chosen: 0,
          decides: {
            message: id,
            from,
            subject: listedTitle(message),
            deadline: deadlineOf(escalation.deadline),
          },
        },
      },
    ]
  },
})

/** The escalation that a key is about, unless it is your own. */
function escalationHere(state: Browsing): MessageValue | null {
  const message = messageHere(state)
  return message?.kind === 'escalation' && message.from !== state.session.me.address ? message : null
}

function deadlineOf(deadline: string | null): string | null {
  return Number.isNaN(parseDate(deadline ?? '')) ? null : deadline
}
