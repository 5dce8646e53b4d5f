import { openPalette } from '../../overlays/palette/open-palette.ts'
import { command } from '../command.ts'

export const palette = command({
  name: 'palette',
  at: { everywhere: ': | C-p' },
  help: 'palette: every command, agent, view, thread',
  hint: 'palette',
  rank: 9,
  run: openPalette,
})
