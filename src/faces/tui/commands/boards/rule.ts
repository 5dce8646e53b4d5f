import { openRuling } from '../../compose/writing.ts'
import { debateHere } from '../../panes/boards/debate-here.ts'
import { isCovered } from '../../state.ts'
import { command } from '../command.ts'

/** Decides a debate: the decision, its rationale, and the agents notified in addition to the participants. */
export const ruleDebate = command({
  name: 'rule',
  at: { debates: 'D', debate: 'D', debated: 'D' },
  help: 'rule: decide the debate for its participants',
  // Beside mail only where nobody else can end it.
  hint: (state) => (isCovered(state) || debateHere(state)?.isDeadlocked ? 'rule' : undefined),
  rank: 1,
  operation: 'resolveDebate',
  writes: true,
  available(state) {
    const debate = debateHere(state)
    if (debate === null) return 'No debate is selected.'
    return !debate.isDecided || 'This debate is already decided.'
  },
  run(state) {
    const debate = debateHere(state)
    return debate === null ? [state] : openRuling(state, debate)
  },
})
