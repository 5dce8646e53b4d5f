import { dayBegin } from '../../domain/fleet.ts'
import type { Gauge } from '../../domain/prometheus.ts'
import { queueColumns } from '../../domain/queue.ts'
import { agentStates } from '../../domain/roster.ts'
import type { Context } from '../context.ts'

/**
 * What a store has now, in totals: its cost follows the agents, not their mail. Labels come from closed lists: a name would be others' text
 * in a public answer, and a time series of its own.
 */
export async function storeGauges({
  store,
  now: clock,
}: Pick<Context, 'store' | 'now'>): Promise<readonly Gauge[]> {
  const now = clock()
  const [agents, queued, outbox, peers] = await Promise.all([
    store.fleet.survey({ now, failedSince: dayBegin(now), retired: true }),
    store.queues.boardCounts(null, now),
    store.outbox.waiting(),
    store.peers.list(),
  ])
  const sum = (of: (agent: (typeof agents)[number]) => number) =>
    agents.reduce((total, agent) => total + of(agent), 0)
  const oldest = Math.min(now, ...agents.flatMap((agent) => agent.oldest ?? []))
  const one = (name: string, help: string, value: number): Gauge => ({ name, help, values: [{ value }] })
  return [
    {
      name: 'agents',
      help: 'Agents and people on the roster, by state',
      values: agentStates.map((state) => ({
        labels: { state },
        value: agents.filter((agent) => agent.state === state).length,
      })),
    },
    one(
      'unread',
      'Unread copies in the mailboxes of agents and people',
      sum((agent) => agent.unread),
    ),
    one('oldest_unread_seconds', 'Age of the unread mail that has waited longest', (now - oldest) / 1000),
    one(
      'failed_today',
      'Copies and items that failed since midnight',
      sum((agent) => agent.failed),
    ),
    {
      name: 'queue_items',
      help: 'Items of queues, by column',
      values: queueColumns.map((column) => ({ labels: { column }, value: queued[column] })),
    },
    one('outbox', 'Copies on their way to other swarms', outbox.count),
    one('peers', 'Other swarms that are known', peers.length),
    one('peers_active', 'Other swarms that answered last', peers.filter(({ active }) => active).length),
  ]
}
