import type { Context } from '../operation.ts'
import { iso } from '../values.ts'
import type { AttentionRow } from './schema.ts'
import { attentionRow } from './value.ts'

const mostAgents = 200
const mostSilent = 50

/** Agents that nobody hears of, or whose mail waits for a session. */
export async function agentTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { store, settings } = context
  const now = context.now()
  const silent = await store.upkeep.silent(now - settings.patrol.silentAfter, mostSilent)
  const { rows: frozen } = await store.roster.list({ state: 'frozen' }, { limit: mostAgents, after: null })
  const unread = await store.roster.unread(
    frozen.map(({ address }) => address),
    now,
  )
  return [
    ...silent.map(({ address, since, why }) =>
      attentionRow({
        agent: address,
        why: 'silent',
        reason: why === 'works' ? 'silent, with work in progress' : 'silent (watched agent)',
        since: iso(since),
        command: `watchpost nudge ${address}`,
      }),
    ),
    ...frozen.flatMap(({ address, lastSeen }, at) => {
      const waiting = unread[at]?.total ?? 0
      if (waiting === 0 || silent.some((one) => one.address === address)) return []
      return [
        attentionRow({
          agent: address,
          why: 'waiting',
          reason: `session ended, ${waiting} unread`,
          since: iso(lastSeen),
          command: `watchpost inbox ${address}`,
        }),
      ]
    }),
  ]
}

/** Queues with items that were tried too often, and those that are paused while work waits. */
export async function queueTrouble(context: Context): Promise<readonly AttentionRow[]> {
  const { queues } = await context.store.places.list(context.actor.address, context.now())
  return queues.flatMap(({ name, status, available, failed }): readonly AttentionRow[] => [
    ...(failed === 0
      ? []
      : [
          attentionRow({
            queue: name,
            why: 'queue-failed',
            reason: `${failed} failed`,
            command: `watchpost inbox queue:${name}`,
          }),
        ]),
    ...(status !== 'paused' || available === 0
      ? []
      : [
          attentionRow({
            queue: name,
            why: 'queue-paused',
            reason: `paused with ${available} waiting`,
            command: `watchpost queue resume ${name}`,
          }),
        ]),
  ])
}
