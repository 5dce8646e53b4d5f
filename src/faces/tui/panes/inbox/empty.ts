import { unknownIn } from '../../../../domain/query/unknown.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { withKeys } from '../../keymap.ts'
import type { Browsing, RosterState, Session } from '../../state.ts'
import { type Line, span, word } from '../../text/line.ts'

/** Why a list is empty, and what to do next. */
export function emptyWords(state: Browsing): readonly Line[] {
  const { list, roster } = state.panes
  if (list.loading) return [[word('…', 'dim')]]
  const { source, filter } = list
  const query = source.type === 'search' || source.type === 'saved' ? source.query : ''
  return [...unknownWords(`${query} ${filter}`, roster), ...reasons(state)]
}

function reasons({ panes: { list, roster }, session: { me, keymap } }: Browsing): readonly Line[] {
  const say = (why: string, next: string): readonly Line[] => [
    [word(why)],
    [word(withKeys(keymap, next), 'dim')],
  ]
  const { source } = list
  if (list.filter !== '')
    return say('No messages match the filter.', '{filter} changes the filter, {back} shows all mail.')
  switch (source.type) {
    case 'mailbox':
      if (source.box === 'snoozed') return say('No snoozed mail.', '{snooze} hides a message until a time.')
      if (source.box === 'dead')
        return say('No dead letters.', 'Mail that could not be delivered appears here.')
      if (source.box === 'archived')
        return say('The archive is empty.', '{archive} archives a message, {undo} undoes that.')
      if (source.owner === me.address)
        return isAlone(roster.agents, me.address)
          ? firstWords(keymap)
          : say(
              'No open mail.',
              '{compose} writes a message, {search} searches, {pane-roster} goes to the roster.',
            )
      return [
        [span(sanitizeLine(source.owner), 'person'), word(' has no open mail.')],
        [word(withKeys(keymap, '{compose} writes to it, {back} goes back to the roster.'), 'dim')],
      ]
    case 'everyone':
      return say('No agent has open mail.', '{compose} writes a message.')
    case 'sent':
      return say('You have not sent any mail yet.', '{compose} writes a message.')
    case 'drafts':
      return say('No drafts.', '{compose} writes a message; unfinished messages appear here.')
    case 'attention':
      return say(
        'Nothing needs your attention.',
        'Urgent matters appear here, each with the key that resolves it.',
      )
    case 'owed':
      return source.way === 'by-me'
        ? say('You owe no answers.', 'Mail that waits for your answer appears here.')
        : say('No one owes you an answer.', 'Your requests appear here until they are answered.')
    case 'queue':
      return say('This queue is empty.', '{compose} adds work; the first agent to claim it gets it.')
    case 'channel':
      return say('No posts yet.', '{compose} posts to the channel, {subscribe} subscribes.')
    case 'tag':
      return say('No mail to this tag yet.', '{compose} writes to all agents with this tag.')
    case 'group':
      return say('This group has no members.', '{add} adds members; mail to an empty group is rejected.')
    case 'debate':
      return say('This debate has no messages.', '{back} goes back to the roster.')
    case 'task':
      return say('This task has no messages.', '{back} goes back to the roster.')
    case 'saved':
    case 'search':
      return say('No matches.', 'Try fewer words, or from: to: kind: is: tag:. {back} goes back.')
  }
}

function unknownWords(query: string, { agents, places }: RosterState): readonly Line[] {
  const names = [...agents.map(({ address }) => address), ...places.groups.map(({ name }) => name)]
  // Before the roster has come nobody is known.
  return unknownIn(query, agents.length === 0 ? null : names).map((text) => [
    span(sanitizeLine(text), 'bold'),
  ])
}

/** Before anybody else is there: how agents come to be. */
function firstWords(keymap: Session['keymap']): readonly Line[] {
  return [
    [word('No open mail. There are no other agents yet.')],
    [word('Add an agent with `watchpost agents register NAME`,', 'dim')],
    [word('or a coding agent with `watchpost setup claude`, codex or gemini.', 'dim')],
    [],
    [word(withKeys(keymap, '{compose} writes a message, {search} searches, {help} lists all keys.'), 'dim')],
  ]
}

function isAlone(agents: readonly { readonly address: string }[], me: string): boolean {
  return agents.every(({ address }) => address === me)
}
