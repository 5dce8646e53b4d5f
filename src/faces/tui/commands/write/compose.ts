import { compose as openCompose } from '../../compose/writing.ts'
import { command } from '../command.ts'

export const compose = command({
  name: 'compose',
  at: { everywhere: 'm' },
  help: 'new message; in a channel or tag, post a line',
  hint: 'new',
  rank: 6,
  operation: 'send',
  writes: true,
  run: openCompose,
})
