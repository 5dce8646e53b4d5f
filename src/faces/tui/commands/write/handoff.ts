import { handoff as openHandoff } from '../../compose/writing.ts'
import { messageHint } from '../change.ts'
import { command } from '../command.ts'
import { hasMessage } from '../here.ts'

export const handoff = command({
  name: 'handoff',
  at: { mail: 'H' },
  help: 'hand off',
  hint: messageHint('hand off'),
  rank: 10,
  operation: 'handoff',
  writes: true,
  needs: 'row',
  available: hasMessage,
  run: openHandoff,
})
