import { command } from '../command.ts'

export const closeOverlay = command({
  name: 'back',
  at: {
    help: 'Esc | q | ? | Enter',
    sheet: 'Esc | q | h | Left',
    choice: 'Esc | q | h | Left',
    journal: 'Esc | q | h | Left',
  },
  help: 'close',
  hint: 'close',
  rank: 3,
  run: (state) => [{ ...state, overlay: { type: 'none' } }],
})
