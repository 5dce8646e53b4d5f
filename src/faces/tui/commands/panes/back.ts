import { command } from '../command.ts'
import { back as goBack } from '../navigation.ts'

export const back = command({
  name: 'back',
  at: { everywhere: 'Esc | h | Left' },
  help: 'back',
  hint: ({ panes: { focus } }) => (focus === 'thread' ? 'back' : undefined),
  rank: 3,
  run: goBack,
})
