import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { State } from '../state.ts'
import { type Line, span, word } from '../text/line.ts'
import { wrap } from '../text/text.ts'

/** What an empty list says, in lines that fit. */
export function emptyLines(state: State, columns: number): readonly Line[] {
  return emptyWords(state).flatMap((line) => wrappedLine(line, columns))
}

/** Nothing of what to do is cut; a line with a name in it is one line. */
function wrappedLine(line: Line, columns: number): readonly Line[] {
  const [only] = line
  if (only === undefined || line.length > 1) return [line]
  return wrap(only.text, columns).map((text) => [span(text, only.style)])
}

/** Why a list is empty, and what to do next. */
export function emptyWords({ list, me, roster }: State): readonly Line[] {
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
      if (source.owner === me.address) return isAlone(roster.agents, me.address) ? firstWords : inboxWords
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

const inboxWords = say('No open mail.', 'm writes a message, / searches, 1 goes to the roster.')

/** Before anybody else is there: how agents come to be. */
const firstWords: readonly Line[] = [
  ...say('No open mail. Nobody else is here yet.', 'An agent joins with `watchpost agents register NAME`,'),
  [word('a coding agent with `watchpost setup claude`, codex or gemini.', 'dim')],
  [],
  [word('m writes a message, / searches, ? tells every key.', 'dim')],
]

function isAlone(agents: readonly { readonly address: string }[], me: string): boolean {
  return agents.every(({ address }) => address === me)
}

function say(why: string, next: string): readonly Line[] {
  return [[word(why)], [word(next, 'dim')]]
}
