import { openRuling } from '../../compose/writing.ts'
import { workRow } from '../../panes/work/work.ts'
import type { State } from '../../state.ts'
import { command } from '../command.ts'

/** Decides a debate: the decision, its rationale, and the agents notified in addition to the participants. */
export const ruleDebate = command({
  name: 'rule',
  at: { debates: 'D', debate: 'D' },
  help: 'rule: decide the debate for its participants',
  hint: 'rule',
  rank: 1,
  operation: 'resolveDebate',
  writes: true,
  available(state) {
    const debate = debateHere(state)
    if (debate === null) return 'No debate is selected.'
    return !debate.decided || 'This debate is already decided.'
  },
  run(state) {
    const debate = debateHere(state)
    return debate === null ? [state] : openRuling(state, debate)
  },
})

/** The debate that is open, else that of the selected row. */
function debateHere(state: State) {
  const { work } = state.panes
  const open = work?.page?.debate ?? null
  if (open !== null) return { ...open, decided: open.consensus }
  const row = work?.page == null ? workRow(state) : null
  return row?.type !== 'debate' ? null : { ...row.debate, decided: row.debate.verdict === 'consensus' }
}
