import { answersTo, isPosition } from '../../../domain/debates/debate-answers.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Event } from '../event.ts'

/** The possible answers to a message in the present state of its debate; `null` if it is not a position in one. */
export async function fetchAnswers(mailbox: Mailbox, self: string, message: string): Promise<Event> {
  const { positions, consensus } = await mailbox.showDebate({ thread: message })
  const position = positions.find(({ id }) => id === message)
  const answers =
    position === undefined || !isPosition(position.kind)
      ? null
      : answersTo(position.kind, { decided: consensus, own: position.who === self })
  return { type: 'answers-loaded', message, answers }
}
