import { reply as openReply } from '../../compose/writing.ts'
import { messageHint } from '../change.ts'
import { command } from '../command.ts'
import { hasMessage } from '../here.ts'

export const reply = command({
  name: 'reply',
  at: { mail: 'r' },
  help: 'reply',
  hint: messageHint('reply'),
  rank: 4,
  operation: 'reply',
  writes: true,
  needs: 'row',
  available: hasMessage,
  run: (state) => openReply(state, false),
})
