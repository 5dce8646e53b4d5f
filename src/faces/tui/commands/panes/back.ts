import { back as goBack } from '../../panes/navigation.ts'
import { command } from '../command.ts'

export const back = command({
  name: 'back',
  at: { everywhere: 'Esc | h | Left' },
  help: 'back',
  hint: ({ focus }) => (focus === 'thread' ? 'back' : undefined),
  rank: 3,
  run: goBack,
})
