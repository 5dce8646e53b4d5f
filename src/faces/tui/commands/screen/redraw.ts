import { command } from '../command.ts'

export const redraw = command({
  name: 'redraw',
  at: { everywhere: 'C-l' },
  help: 'draw the screen again',
  run: (state) => [state, { type: 'redraw' }],
})
