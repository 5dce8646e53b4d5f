import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'

/** What an empty list says: why it is empty, and what to do next. */
export function emptyLines({ list, me }: State): readonly Line[] {
  if (list.loading) return [[word('…', 'dim')]]
  const { source } = list
  if (list.filter !== '')
    return say('Nothing here goes with the filter.', 'f changes it, Esc shows all again.')
  switch (source.type) {
    case 'mailbox':
      if (source.box === 'snoozed') return say('Nothing is snoozed.', 's puts a message aside until a time.')
      if (source.box === 'dead')
        return say('No dead letters.', 'Mail that can no longer reach anyone shows here.')
      if (source.box === 'archived')
        return say('The archive is empty.', 'e archives a message, u takes it back.')
      if (source.owner === me.address)
        return say('No open mail.', 'm writes a message, / searches, 1 goes to the roster.')
      return [
        [span(sanitizeLine(source.owner), 'bold'), word(' has no open mail.')],
        [word('m writes to it, Esc goes back to the roster.', 'dim')],
      ]
    case 'everyone':
      return say('No agent has open mail.', 'm writes a message.')
    case 'sent':
      return say('You have sent nothing yet.', 'm writes a message.')
    case 'drafts':
      return say('No drafts.', 'm writes a message; what is unfinished is kept here.')
    case 'attention':
      return say(
        'Nothing needs you now.',
        'What cannot wait shows here, each with the key that deals with it.',
      )
    case 'owed':
      return source.way === 'by-me'
        ? say('You owe no answer.', 'Mail that waits for your answer shows here.')
        : say('Nobody owes you an answer.', 'What you asked shows here until it is answered.')
    case 'queue':
      return say('This queue is empty.', 'm puts work into it; whoever takes it first has it.')
    case 'channel':
      return say('Nothing was posted here yet.', 'm writes a line to the channel, S subscribes.')
    case 'tag':
      return say('No mail went to this tag yet.', 'm writes a line to everyone who bears it.')
    case 'group':
      return say('This group has no members.', 'A adds some; mail to an empty group is refused.')
    case 'debate':
      return say('This debate has no messages.', 'Esc goes back to the roster.')
    case 'task':
      return say('This task has no messages.', 'Esc goes back to the roster.')
    case 'saved':
    case 'search':
      return say('Nothing found.', 'Try fewer words, or from: to: kind: is: tag:. Esc goes back.')
  }
}

function say(why: string, next: string): readonly Line[] {
  return [[word(why)], [word(next, 'dim')]]
}
