import { changed } from '../change.ts'
import { command } from '../command.ts'
import { hasTarget, targetedMessages } from '../targets.ts'

const words = {
  pin: { done: 'Pinned {}', verb: 'pin {}' },
  unpin: { done: 'Unpinned {}', verb: 'unpin {}' },
} as const

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
    const operation = arePinned ? 'unpin' : 'pin'
    return changed(state, { command: 'mail.pin', operation, words: words[operation] })
  },
  changes: words,
})
