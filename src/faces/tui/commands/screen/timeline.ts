import { openTimeline } from '../../overlays/sheet/sheet.ts'
import { agentHere } from '../../panes/inbox/scopes.ts'
import { command } from '../command.ts'

export const timeline = command({
  name: 'timeline',
  at: { everywhere: 'T' },
  help: 'timeline of the selected agent, or your own',
  operation: 'timeline',
  run: (state) => openTimeline(state, agentHere(state) ?? state.session.me.address),
})
