import { nextMail } from '../../panes/next-mail.ts'
import { command } from '../command.ts'

export const mailNext = command({
  name: 'mail-next',
  at: { thread: 'Alt-j' },
  help: 'to the next message; after the last one, to the next thread',
  needs: 'text',
  run: (state) => nextMail(state, 1),
})
