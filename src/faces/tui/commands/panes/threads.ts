import { toggleThreads } from '../../panes/inbox/threads.ts'
import { command } from '../command.ts'

export const threads = command({
  name: 'threads',
  at: { everywhere: 'g t' },
  help: 'list threads, or messages',
  needs: 'row',
  run: toggleThreads,
})
