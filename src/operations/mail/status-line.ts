import { statusLine as lineOf } from '../../domain/status-line.ts'
import { text } from '../input.ts'
import { requireAgent } from '../lookup.ts'
import { operation } from '../operation.ts'

export const statusLine = operation({
  summary:
    "Print unread mail by priority on one line for tmux's status line; print nothing when there is none",
  access: 'read',
  nameless: 'person',
  input: {
    owner: text('The owner of the mailbox, named on the line', {
      positional: true,
      completes: 'agent',
      placeholder: 'ADDRESS',
    }),
  },
  value: 'statusLine',
  reads: 'text',
  examples: [["set -ag status-right ' #(watchpost status-line)'", 'in ~/.tmux.conf']],
  async run(context, { owner }) {
    const address = owner === undefined ? null : (await requireAgent(context, owner)).address
    const unread = await context.store.deliveries.count(address ?? context.actor.address, context.now())
    return { text: lineOf(unread, address), unread }
  },
})
