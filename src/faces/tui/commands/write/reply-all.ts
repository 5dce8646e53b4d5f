import { reply as openReply } from '../../compose/writing.ts'
import { command } from '../command.ts'
import { hasMessage } from '../here.ts'

export const replyAll = command({
  name: 'reply-all',
  at: { mail: 'R' },
  help: 'reply to all',
  writes: true,
  needs: 'row',
  available: hasMessage,
  run: (state) => openReply(state, true),
})
