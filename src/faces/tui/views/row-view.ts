import { deadlineOf } from '../../../domain/escalation.ts'
import { asEscalation } from '../../../domain/escalation-payload.ts'
import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { AgentValue } from '../../../services/values.ts'
import { age, deadWord, returnedWord, type StatusLabel, statusLabel } from '../../present.ts'
import { countdown } from '../../present-attention.ts'
import { marks } from '../../present-glyphs.ts'
import { keyOf } from '../keymap.ts'
import type { Row } from '../model/list.ts'
import { otherName } from '../model/pair.ts'
import { remedyOf } from '../panes/inbox/remedies.ts'
import { type Due, isTroubled, type Troubled, troubleTime } from '../panes/inbox/trouble.ts'
import type { Browsing, HasClock, HasPanes, Session, Source } from '../state.ts'
import { calmAge } from '../text/ages.ts'
import { shortName } from '../text/titles.ts'

export type MailRow = Extract<Row, { type: 'mail' }>
export type ReasonRow = Extract<Row, { type: 'reason' }>

/** The data of one row of the inbox. Ages are text, so that a ticking clock redraws only the rows whose age changed. */
export type RowView =
  | {
      readonly type: 'trouble'
      readonly row: Troubled
      readonly remedy: string
      readonly age: string
      readonly due: Due | null
    }
  | { readonly type: 'reason'; readonly row: ReasonRow; readonly open: string }
  | {
      readonly type: 'draft'
      readonly draft: Extract<Row, { type: 'draft' }>['draft']
      readonly age: string
    }
  /** `activity` is what an agent is at, `null` for a name that is not on the roster. */
  | { readonly type: 'member'; readonly member: string; readonly activity: AgentValue['activity'] | null }
  | {
      readonly type: 'mail'
      readonly row: MailRow
      readonly listed: Source['type']
      /** The person at this screen. */
      readonly me: string
      readonly status: StatusLabel
      /** Why nobody will receive it, or who works on it and for how long. */
      readonly work: string
      /** The other person in its thread. */
      readonly others: string
      /** The beginning of the text fills free cells. */
      readonly wide: boolean
      readonly age: string
    }

export function rowView(state: Browsing & HasClock, row: Row, columns: number): RowView {
  const { now } = state.clock
  if (isTroubled(row)) return troubleView(state, row)
  switch (row.type) {
    case 'reason':
      return { type: 'reason', row, open: keyOf(state.session.keymap, 'open') }
    case 'draft':
      return { type: 'draft', draft: row.draft, age: calmAge(row.draft.savedAt, now) }
    case 'member': {
      const agent = state.panes.roster.agents.find(({ address }) => address === row.id)
      return { type: 'member', member: row.id, activity: agent?.activity ?? null }
    }
    case 'mail':
      return {
        type: 'mail',
        row,
        listed: state.panes.list.source.type,
        me: state.session.me.address,
        status: (row.conversation?.unread ?? 0) > 0 ? 'unread' : statusLabel(row.message, now),
        work: workOf(state, row, columns),
        wide: state.session.size.columns >= 160,
        others: othersIn(state.session, row.message.thread, columns),
        age: calmAge(row.message.sentAt, now),
      }
  }
}

function troubleView({ session, panes, clock }: Browsing & HasClock, row: Troubled): RowView {
  const { trouble } = row
  return {
    type: 'trouble',
    row,
    remedy: keyOf(session.keymap, remedyOf({ panes }, trouble).name),
    ...troubleTime(trouble, clock.now),
  }
}

/** Why nobody will receive the message; in a queue, who has the item and for how long. */
function workOf(
  { panes, clock: { now } }: HasPanes & HasClock,
  { message }: MailRow,
  columns: number,
): string {
  if (message.condition === 'dead') return ` ${deadWord(message)}`
  if (message.takenBack !== undefined)
    return message.takenBack.replacedBy === null ? ' taken back' : ' replaced'
  if (message.returned !== undefined)
    return columns < 100 ? '' : ` ${sanitizeLine(returnedWord(message, now))}`
  const due = dueOf(message)
  if (due !== null) return ` ${countdown(due, now)}`
  if (panes.list.source.type !== 'queue' || message.lease === null) return ''
  const left = Date.parse(message.lease.until) - now
  if (left <= 0) return ' lease expired'
  // In a narrow pane the subject matters more than the holder.
  return `${columns < 60 ? '' : ` ${shortName(message.lease.by)}`} ${age(now - left, now)} left`
}

/** The deadline of an escalation that waits for the owner's decision. */
function dueOf({ kind, owes, acknowledgedAt, payload }: MailRow['message']): string | null {
  if (kind !== 'escalation' || !owes || acknowledgedAt !== null) return null
  const escalation = asEscalation(payload)
  return escalation === null || deadlineOf(escalation) === null ? null : escalation.deadline
}

/** The other person in a thread; one who answers comes before those who read. */
function othersIn({ pair, me }: Session, thread: string, columns: number): string {
  const here = pair.others.filter((one) => one.thread === thread)
  const shown = here.find(({ replying }) => replying) ?? here[0]
  if (shown === undefined) return ''
  const mark = shown.replying ? marks.written : marks.reader
  return columns < 60 ? ` ${mark}` : ` ${mark} ${otherName(me.address, shown.who)}`
}
