import { openPage } from '../../panes/fleet/board.ts'
import { command } from '../command.ts'

export const openAgent = command({
  name: 'open',
  at: { fleet: 'Enter | l | Right' },
  help: "the agent's page: work, terminal, mail and timeline",
  hint: 'open',
  rank: 2,
  run: openPage,
})
