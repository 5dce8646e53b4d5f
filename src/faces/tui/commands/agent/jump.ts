import { agentHere } from '../../panes/inbox/scopes.ts'
import { call, command } from '../command.ts'
import { hasAgent } from '../here.ts'

export const jump = command({
  name: 'jump',
  at: { agent: 'J', fleet: 'J', 'agent-page': 'J' },
  help: "go to the agent's pane",
  hint: ({ panes: { board } }) => (board?.name !== 'fleet' ? undefined : 'jump'),
  rank: 4.5,
  operation: 'jump',
  needs: 'row',
  available: hasAgent,
  run(state) {
    const agent = agentHere(state)
    return agent === null ? [state] : [state, call('agent.jump', 'jump', { agent })]
  },
  done: { jump: (_, { agent }) => `Switched to the pane of ${agent}` },
})
