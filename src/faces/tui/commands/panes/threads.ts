import { toggleThreads } from '../../panes/inbox/threads.ts'
import { command } from '../command.ts'
import { hasPanes } from '../here.ts'

export const threads = command({
  name: 'threads',
  at: { everywhere: 'g t' },
  help: 'list threads, or messages',
  needs: 'row',
  available: hasPanes,
  run: toggleThreads,
})
