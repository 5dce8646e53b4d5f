import type { About } from '../../model/sheet.ts'
import { openAgentPage, openBoard, openDebatePage } from '../../panes/boards/board.ts'
import { rowId } from '../../panes/inbox/row.ts'
import { goToReason } from '../../panes/problems.ts'
import { type Dialog, type HasClock, type OnScreen, uncovered } from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import { openThreadOf } from '../palette/running.ts'
import { chosenLine } from './sheet-lines.ts'

/** What the chosen line is about; `null` where it is about nothing. */
export function aboutHere({ overlay, session, clock }: Dialog & HasClock): About | null {
  return overlay.type === 'sheet' ? (chosenLine(overlay, session.size, clock.now)?.about ?? null) : null
}

/** Opens what the chosen line is about, in the place of the sheet and of a board below it. */
export function openLine<S extends OnScreen & HasClock>(state: S): Step<S> {
  const about = aboutHere(state)
  const closed = uncovered({ ...state, overlay: { type: 'none' } })
  switch (about?.type) {
    case 'message':
      return openThreadOf(closed, about.message)
    case 'agent':
      return andThen(openBoard(closed, 'fleet'), (next) => openAgentPage(next, about.agent))
    case 'debate':
      return andThen(openBoard(closed, 'debates'), (next) => openDebatePage(next, about.thread))
    case 'attention':
      return goToReason(closed, rowId('reason', about.why))
    case undefined:
      return [state]
  }
}
