import { openedHelp } from '../../overlays/help/help-state.ts'
import { command } from '../command.ts'

export const help = command({
  name: 'help',
  at: { everywhere: '?' },
  help: 'help',
  hint: 'help',
  rank: 1,
  run: (state) => [{ ...state, overlay: openedHelp }],
})
