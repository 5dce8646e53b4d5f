import { aboutHere, openLine } from '../../overlays/sheet/opening.ts'
import { command } from '../command.ts'

export const openSheetLine = command({
  name: 'open',
  at: { sheet: 'Enter | l | Right' },
  help: 'open what the line is about: a message, an agent, a debate, a part of Attention',
  hint: (state) => (aboutHere(state) === null ? undefined : 'open'),
  rank: 2,
  available: (state) => aboutHere(state) !== null || 'Nothing here can be opened.',
  run: openLine,
})
