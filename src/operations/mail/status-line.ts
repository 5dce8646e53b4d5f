import { overdueAfter } from '../../domain/draft.ts'
import { isPerson } from '../../domain/roster.ts'
import { statusLine as lineOf } from '../../domain/status-line.ts'
import { text } from '../../input/input.ts'
import { requireAgent } from '../../services/lookup.ts'
import { askingAgents } from '../../services/sessions/asking.ts'
import { operation } from '../operation.ts'

/** Where upkeep runs there are none, and elsewhere few. */
const mostDue = 100

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
    // Agents wait for people, not for each other; and people look after what nobody sends.
    const isPersons = isPerson(known ?? context.actor)
    const waiting = isPersons ? (await askingAgents(context)).size : 0
    const due = isPersons ? (await context.store.drafts.due(context.now() - overdueAfter, mostDue)).length : 0
    return { text: lineOf(unread, known?.address ?? null, waiting, due), unread, waiting, due }
  },
})
