import { openAgentPage } from '../../panes/fleet/board.ts'
import { rowId } from '../../panes/inbox/row.ts'
import { goToReason } from '../../panes/problems.ts'
import { openDebate, openWork } from '../../panes/work/work.ts'
import { type State, withPanes } from '../../state.ts'
import { andThen, type Step } from '../../step.ts'
import { openThreadOf } from '../palette/running.ts'
import { chosenLine } from './sheet-lines.ts'
import type { About } from './sheet-state.ts'

/** What the chosen line is about; `null` where it is about nothing. */
export function aboutHere({ overlay, session, clock }: State): About | null {
  return overlay.type === 'sheet' ? (chosenLine(overlay, session.size, clock.now)?.about ?? null) : null
}

/** Opens what the chosen line is about, in the place of the sheet and of a board below it. */
export function openLine(state: State): Step {
  const about = aboutHere(state)
  const closed: State = { ...state, overlay: { type: 'none' } }
  switch (about?.type) {
    case 'message':
      return openThreadOf(withPanes(closed, { fleet: null, work: null }), about.message)
    case 'agent':
      return openAgentPage(withPanes(closed, { work: null }), about.agent)
    case 'debate':
      return andThen(openWork(withPanes(closed, { fleet: null }), 'debates'), (next) =>
        openDebate(next, about.thread),
      )
    case 'attention':
      return goToReason(closed, rowId('reason', about.why))
    case undefined:
      return [state]
  }
}
