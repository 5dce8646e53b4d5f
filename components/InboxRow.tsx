import type { ReactElement } from 'react'
import { sanitizeLine } from '../src/domain/sanitize.ts'
import { age, deadWord, returnedWord, statusLabel } from '../src/faces/present.ts'
import { keyOf } from '../src/faces/tui/keymap.ts'
import { nameOf } from '../src/faces/tui/loop/pair.ts'
import { remedyOf } from '../src/faces/tui/panes/inbox/remedies.ts'
import type { Row } from '../src/faces/tui/panes/inbox/row.ts'
import { isTroubled, type Troubled } from '../src/faces/tui/panes/inbox/trouble.ts'
import type { State } from '../src/faces/tui/state.ts'
import { calmAge } from '../src/faces/tui/text/calm-age.ts'
import { shortName } from '../src/faces/tui/text/names.ts'
import { DraftRow } from './DraftRow.tsx'
import { MemberRow } from './MemberRow.tsx'
import { MessageRow } from './MessageRow.tsx'
import type { ListedRow } from './row.ts'
import { TroubleRow } from './TroubleRow.tsx'

type InboxRowProps = ListedRow & { readonly state: State; readonly row: Row }

/** Takes out of the state what the row of this kind is to be told, so that the row itself is drawn only when that changes. */
export function InboxRow({ state, row, ...listed }: InboxRowProps): ReactElement {
  const { roster, list } = state.panes
  const { me } = state.session
  const { now } = state.clock
  if (isTroubled(row)) return <TroubleRow row={row} {...listed} {...aboutTrouble(state, row)} />
  switch (row.type) {
    case 'draft':
      return <DraftRow draft={row.draft} {...listed} age={calmAge(row.draft.savedAt, now)} />
    case 'member': {
      const agent = roster.agents.find(({ address }) => address === row.id)
      return <MemberRow member={row.id} {...listed} life={agent?.state ?? null} />
    }
    case 'mail':
      return (
        <MessageRow
          row={row}
          {...listed}
          listed={list.source.type}
          me={me.address}
          status={statusLabel(row.message, now)}
          work={workOf(state, row, listed.width)}
          others={othersIn(state, row.message.thread, listed.width)}
          age={calmAge(row.message.sentAt, now)}
        />
      )
  }
}

function aboutTrouble(state: State, { trouble }: Troubled) {
  return {
    remedy: keyOf(state.session.keymap, remedyOf(state.panes.roster, trouble).name),
    age: trouble.since === null ? '' : calmAge(trouble.since, state.clock.now),
  }
}

/** Why nobody gets it any more; in a queue, who has the item and for how long. */
function workOf(
  { panes: { list }, clock: { now } }: State,
  { message }: Extract<Row, { type: 'mail' }>,
  width: number,
): string {
  if (message.condition === 'dead') return ` ${deadWord(message)}`
  if (message.returned !== undefined) return width < 100 ? '' : ` ${sanitizeLine(returnedWord(message, now))}`
  if (list.source.type !== 'queue' || message.lease === null) return ''
  const left = Date.parse(message.lease.until) - now
  if (left <= 0) return ' lease expired'
  // Where there is little room, what the work is counts for more than who has it.
  return `${width < 60 ? '' : ` ${shortName(message.lease.by)}`} ${age(now - left, now)} left`
}

/** Who else is in a thread: the one who answers before those who read. */
function othersIn({ session: { pair, me } }: State, thread: string, width: number): string {
  const here = pair.others.filter((one) => one.thread === thread)
  const telling = here.find(({ replying }) => replying) ?? here[0]
  if (telling === undefined) return ''
  const mark = telling.replying ? '✎' : '▸'
  return width < 60 ? ` ${mark}` : ` ${mark} ${nameOf(me, telling.who)}`
}
