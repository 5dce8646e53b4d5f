import { command } from '../command.ts'
import { hasPanes } from '../here.ts'
import { resized } from './resize.ts'

export const usualSize = command({
  name: 'usual-size',
  at: { everywhere: '=' },
  help: 'reset the widths of the panes',
  available: hasPanes,
  run: (state) => resized(state, 'usual'),
})
