import { wayNames } from '../../../domain/bell.ts'
import { plain, type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import { senderOf } from '../../../domain/sender.ts'
import type { AgentValue, FullMessageValue, MessageValue } from '../../../services/values.ts'
import { addressList, counted, draftTitle, outcomeSummary, statusLabel, statusWord } from '../../present.ts'
import { countdown, headingOf } from '../../present-attention.ts'
import { fleetLooks } from '../../present-fleet.ts'
import { keyOf } from '../keymap.ts'
import type { Row } from '../model/list.ts'
import { messageOfRow } from '../panes/inbox/list.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import { viewCount } from '../panes/inbox/tabs.ts'
import { isTroubled, subjectOf, type Troubled } from '../panes/inbox/trouble.ts'
import type { RosterRow } from '../panes/roster/roster-row.ts'
import type { Browsing, HasClock, HasPanes } from '../state.ts'
import { spokenAge } from '../text/ages.ts'
import { joined } from '../text/text.ts'
import { bareTitle } from '../text/titles.ts'

/** Parts of a sentence, the empty ones left out. */
export function sentence(...parts: readonly (string | false)[]): Safe {
  return joined(
    parts.filter((part) => typeof part === 'string' && part !== '').map((part) => sanitizeLine(String(part))),
    ', ',
  )
}

/** A row of the list, most telling first. */
export function rowSentence(state: Browsing & HasClock, row: Row, place: string): Safe {
  const chosen = state.panes.list.marked.has(row.id) && 'selected'
  if (isTroubled(row)) return sentence(chosen, ...troubleParts(state, row), place)
  switch (row.type) {
    case 'mail':
      return sentence(
        chosen,
        ...threadParts(row),
        ...mailParts(row.message, state.clock.now),
        row.snippet !== undefined && `found ${row.snippet.map(({ text }) => text).join('')}`,
        row.threadSize > 1 && `${row.threadSize} in the thread`,
        place,
      )
    case 'draft': {
      const { operation, fields, savedAt, about } = row.draft
      const title = draftTitle(fields) || about?.subject || 'empty'
      const to = about === undefined ? '' : ` to ${about.from}`
      return sentence(
        chosen,
        `draft of a ${operation}${to}`,
        title,
        spokenAge(savedAt, state.clock.now),
        place,
      )
    }
    case 'reason':
      return sentence(
        headingOf(row.group),
        row.folded && `${row.group.shown} shown, ${keyOf(state.session.keymap, 'open')} lists all`,
        place,
      )
    case 'member':
      return sentence(chosen, row.id, place)
  }
}

/** A thread's row says so before its newest message. */
function threadParts({ conversation, unfolded, within }: Extract<Row, { type: 'mail' }>) {
  if (within !== undefined) return ['in the thread above']
  if (conversation === undefined) return []
  const { participants, unread } = conversation
  return ['thread', `of ${addressList(participants, 5)}`, `${unread} unread`, unfolded === true && 'unfolded']
}

/** The name or subject, the reason, the deadline, and the key for it. */
function troubleParts(state: Browsing & HasClock, row: Troubled): readonly (string | false)[] {
  const { trouble } = row
  const { now } = state.clock
  const { name, hint } = remedyOf(state, trouble)
  return [
    subjectOf(row),
    trouble.reason,
    trouble.message !== null && bareTitle(trouble.message),
    trouble.deadline !== null && countdown(trouble.deadline, now),
    trouble.since !== null && spokenAge(trouble.since, now),
    `${keyOf(state.session.keymap, name)} to ${hint}`,
  ]
}

function mailParts(message: MessageValue, now: number): readonly (string | false)[] {
  const { priority, kind, pinned, sentAt } = message
  return [
    statusWord(statusLabel(message, now)),
    outcomeSummary(message.outcomes),
    priority !== 'normal' && priority,
    pinned && 'pinned',
    `from ${senderOf(message)}`,
    `subject ${bareTitle(message)}`,
    kind !== 'request' && kind,
    spokenAge(sentAt, now),
  ]
}

/** The head lines of a message. */
export function messageSentence(message: FullMessageValue, place: string, open: boolean, now: number): Safe {
  const to = addressList([...message.to, ...message.cc], 3)
  return sentence(
    `Message ${place}`,
    ...mailParts(message, now),
    to !== '' && `to ${to}`,
    messageOfRow(message.id),
    !open && 'folded',
  )
}

export function rosterSentence(state: HasPanes, row: RosterRow, place: string): Safe {
  if (row.type === 'heading')
    return sentence(row.label, row.folded !== undefined && `folded, ${counted(row.folded, 'row')}`, place)
  if (row.type !== 'agent')
    return sentence(
      row.label,
      row.key === 'view:inbox' ? unreadWords(state.panes.roster.unread) : amountWords(state, row),
      place,
    )
  const { address, state: life, activity, unread, bell } = row.agent
  const how = life === 'alive' ? fleetLooks[activity].word : life
  const way = bell !== null && `its bell rings by ${wayNames[bell]}`
  return sentence(address, activity !== 'idle' && how, unreadWords(unread), way, place)
}

/** How much there is in a view or a saved search. */
function amountWords(state: HasPanes, row: RosterRow): string | false {
  if (row.type !== 'view' && row.type !== 'place') return false
  const { count, more } = viewCount(state.panes.roster.counts, row.source) ?? { count: 0, more: false }
  return count > 0 && (more ? `more than ${count}` : String(count))
}

export function unreadWords({ total, urgent }: AgentValue['unread']): Safe {
  return plain(`${total} unread${urgent > 0 ? `, ${urgent} urgent` : ''}`)
}
