import { isPerson } from '../../domain/roster.ts'
import { statusLine as lineOf } from '../../domain/status-line.ts'
import { text } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { askingAgents } from '../../services/sessions/asking.ts'
import { operation } from '../operation.ts'

export const statusLine = operation({
  summary:
    "Print on one line for tmux's status line how many agents wait for you, and unread mail by priority; print nothing when there is none",
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
    const known = owner === undefined ? null : await requireAgent(context, owner)
    const { address } = known ?? context.actor
    const unread = await context.store.deliveries.count(address, context.now())
    // Agents wait for people, not for each other.
    const waiting = isPerson(known ?? context.actor) ? (await askingAgents(context)).size : 0
    return { text: lineOf(unread, known?.address ?? null, waiting), unread, waiting }
  },
})
