import { changed } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetedMessages } from '../targets.ts'

export const pin = command({
  name: 'pin',
  at: { mail: 'P' },
  help: 'pin, unpin',
  operation: 'pin',
  writes: true,
  needs: 'row',
  available: hasTarget,
  run(state) {
    const messages = targetedMessages(state)
    const arePinned = messages.length > 0 && messages.every(({ pinned }) => pinned)
    return changed(state, 'mail.pin', arePinned ? 'unpin' : 'pin')
  },
  changes: { pin: { done: 'Pinned {}', verb: 'pin {}' }, unpin: { done: 'Unpinned {}', verb: 'unpin {}' } },
})
