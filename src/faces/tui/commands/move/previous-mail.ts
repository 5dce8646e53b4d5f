import { nextMail } from '../../panes/next-mail.ts'
import { command } from '../command.ts'

export const mailPrevious = command({
  name: 'mail-previous',
  at: { thread: 'Alt-k' },
  help: 'to the previous message; before the first one, to the previous thread',
  needs: 'text',
  run: (state) => nextMail(state, -1),
})
