import { nextUnread } from '../../panes/next-mail.ts'
import { command } from '../command.ts'

export const unreadNext = command({
  name: 'unread-next',
  at: { everywhere: 'g N' },
  help: 'to the next unread message',
  needs: 'row',
  inPanes: true,
  run: nextUnread,
})
