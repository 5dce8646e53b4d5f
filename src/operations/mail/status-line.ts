import { type AttentionGroup, type AttentionReason, forEverybody } from '../../domain/attention.ts'
import { barOf } from '../../domain/attention-bar.ts'
import { isPerson } from '../../domain/roster.ts'
import { statusLine as lineOf } from '../../domain/status-line.ts'
import { text } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { requireAgent } from '../../services/lookup.ts'
import { operation } from '../operation.ts'

export const statusLine = operation({
  summary:
    "Print on one line for tmux's status line what waits for you, and unread mail by priority; print nothing when there is none",
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
    const found = isPerson(known ?? context.actor) ? await groupsNow(context) : []
    const groups = address === context.actor.address ? found : forEverybody(found)
    const text = lineOf(unread, known?.address ?? null, barOf(groups))
    return { text, unread, waiting: agentsOf(groups, 'asks'), due: countOf(groups, 'past-due') }
  },
})

/** What finds them is loaded for people alone. */
async function groupsNow(context: Context): Promise<readonly AttentionGroup[]> {
  return (await import('../../services/attention/concerns.ts')).concernsNow(context)
}

function agentsOf(groups: readonly AttentionGroup[], reason: AttentionReason): number {
  return groups.find(({ why }) => why === reason)?.agents ?? 0
}

function countOf(groups: readonly AttentionGroup[], reason: AttentionReason): number {
  return groups.find(({ why }) => why === reason)?.count ?? 0
}
