import { forward as openForward } from '../../compose/writing.ts'
import { command } from '../command.ts'
import { hasMessage } from '../here.ts'

export const forward = command({
  name: 'forward',
  at: { mail: 'F' },
  help: 'forward',
  operation: 'forward',
  writes: true,
  needs: 'row',
  available: hasMessage,
  run: openForward,
})
