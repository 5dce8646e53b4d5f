import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { withKeys } from '../../keymap.ts'
import type { State } from '../../state.ts'
import { type Line, span, word } from '../../text/line.ts'

/** Why a list is empty, and what to do next. */
export function emptyWords({ list, me, roster, keymap }: State): readonly Line[] {
  if (list.loading) return [[word('…', 'dim')]]
  const say = (why: string, next: string): readonly Line[] => [
    [word(why)],
    [word(withKeys(keymap, next), 'dim')],
  ]
  const { source } = list
  if (list.filter !== '')
    return say('Nothing here goes with the filter.', '{filter} changes it, {back} shows all again.')
  switch (source.type) {
    case 'mailbox':
      if (source.box === 'snoozed')
        return say('Nothing is snoozed.', '{snooze} puts a message aside until a time.')
      if (source.box === 'dead')
        return say('No dead letters.', 'Mail that can no longer reach anyone shows here.')
      if (source.box === 'archived')
        return say('The archive is empty.', '{archive} archives a message, {undo} takes it back.')
      if (source.owner === me.address)
        return isAlone(roster.agents, me.address)
          ? firstWords(keymap)
          : say(
              'No open mail.',
              '{compose} writes a message, {search} searches, {pane-roster} goes to the roster.',
            )
      return [
        [span(sanitizeLine(source.owner), 'bold'), word(' has no open mail.')],
        [word(withKeys(keymap, '{compose} writes to it, {back} goes back to the roster.'), 'dim')],
      ]
    case 'everyone':
      return say('No agent has open mail.', '{compose} writes a message.')
    case 'sent':
      return say('You have sent nothing yet.', '{compose} writes a message.')
    case 'drafts':
      return say('No drafts.', '{compose} writes a message; what is unfinished is kept here.')
    case 'attention':
      return say(
        'Nothing needs your attention.',
        'What cannot wait shows here, each with the key that deals with it.',
      )
    case 'owed':
      return source.way === 'by-me'
        ? say('You owe no answer.', 'Mail that waits for your answer shows here.')
        : say('Nobody owes you an answer.', 'What you asked shows here until it is answered.')
    case 'queue':
      return say('This queue is empty.', '{compose} puts work into it; whoever takes it first has it.')
    case 'channel':
      return say(
        'Nothing was posted here yet.',
        '{compose} writes a line to the channel, {subscribe} subscribes.',
      )
    case 'tag':
      return say('No mail went to this tag yet.', '{compose} writes a line to everyone who bears it.')
    case 'group':
      return say('This group has no members.', '{add} adds some; mail to an empty group is refused.')
    case 'debate':
      return say('This debate has no messages.', '{back} goes back to the roster.')
    case 'task':
      return say('This task has no messages.', '{back} goes back to the roster.')
    case 'saved':
    case 'search':
      return say('Nothing found.', 'Try fewer words, or from: to: kind: is: tag:. {back} goes back.')
  }
}

/** Before anybody else is there: how agents come to be. */
function firstWords(keymap: State['keymap']): readonly Line[] {
  return [
    [word('No open mail. Nobody else is here yet.')],
    [word('An agent joins with `watchpost agents register NAME`,', 'dim')],
    [word('a coding agent with `watchpost setup claude`, codex or gemini.', 'dim')],
    [],
    [word(withKeys(keymap, '{compose} writes a message, {search} searches, {help} tells every key.'), 'dim')],
  ]
}

function isAlone(agents: readonly { readonly address: string }[], me: string): boolean {
  return agents.every(({ address }) => address === me)
}
