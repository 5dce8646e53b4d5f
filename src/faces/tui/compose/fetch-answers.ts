import { answersTo, isPosition } from '../../../domain/debates/debate-answers.ts'
import type { Mailbox } from '../../../mailbox.ts'
import type { Event } from '../event.ts'

/** What may answer a message as its debate stands now; `null` where it is no position of one. */
export async function fetchAnswers(mailbox: Mailbox, self: string, message: string): Promise<Event> {
  const { positions, consensus } = await mailbox.showDebate({ thread: message })
  const position = positions.find(({ id }) => id === message)
  const answers =
    position === undefined || !isPosition(position.kind)
      ? null
      : answersTo(position.kind, { decided: consensus, own: position.who === self })
  return { type: 'answers-loaded', message, answers }
}
