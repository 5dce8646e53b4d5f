import type { TroubledQueue } from '../../../store/mail-store.ts'
import { wayNames } from '../../domain/bell.ts'
import type { Context } from '../context.ts'
import { everyone, silentNow } from '../roster/silent.ts'
import { askingSessions } from '../sessions/asking.ts'
import { iso } from '../values.ts'
import { attentionRow, type Concern, listedConcern } from './value.ts'

/** Each agent is in one of these, or in none. */
async function agentsNow(context: Context) {
  const { store, settings } = context
  const at = context.now()
  const [asking, quiet, rung, frozen] = await Promise.all([
    askingSessions(context),
    silentNow(context),
    store.bells.unanswered(at - settings.patrol.silentAfter, at, everyone),
    store.attention.unattended(at),
  ])
  const asked = new Set(asking.map(({ agent }) => agent))
  // It says nothing because it waits.
  const silent = quiet.filter(({ address }) => !asked.has(address))
  const names = new Set(silent.map(({ address }) => address))
  const unheard = rung.filter(({ agent }) => !asked.has(agent) && !names.has(agent))
  const waiting = frozen.filter(({ address }) => !names.has(address))
  return { asking, silent, unheard, waiting }
}

/** Agents that wait for a person, that nobody hears of, or whose mail waits for a session. */
export async function agentConcerns(context: Context): Promise<readonly Concern[]> {
  const { asking, silent, unheard, waiting } = await agentsNow(context)
  return [
    listedConcern(
      'asks',
      asking,
      ({ agent }) => agent,
      async ({ agent, sessionId: session, helper, since, reason }) =>
        attentionRow({
          agent,
          why: 'asks',
          reason: `waits for you: ${reason}`,
          request: (await context.store.requests.of({ agent, session, helper, since }))?.id ?? null,
          since: iso(since),
          command: `watchpost ${(await hasPane(context, agent)) ? 'jump' : 'agents show'} ${agent}`,
        }),
    ),
    listedConcern(
      'silent',
      silent,
      ({ address }) => address,
      async ({ address, since, why }) =>
        attentionRow({
          agent: address,
          why: 'silent',
          reason: why === 'works' ? 'silent, with work in progress' : 'silent (watched agent)',
          since: iso(since),
          command: `watchpost nudge ${address}`,
        }),
    ),
    listedConcern(
      'unheard',
      unheard,
      ({ agent }) => agent,
      async ({ agent, at, way }) =>
        attentionRow({
          agent,
          why: 'unheard',
          reason: `did not answer its bell (${wayNames[way]})`,
          since: iso(at),
          command: `watchpost ${(await hasPane(context, agent)) ? 'nudge' : 'agents show'} ${agent}`,
        }),
    ),
    listedConcern(
      'waiting',
      waiting,
      ({ address }) => address,
      async ({ address, since, unread }) =>
        attentionRow({
          agent: address,
          why: 'waiting',
          reason: `session ended, ${unread} unread`,
          since: iso(since),
          command: `watchpost inbox ${address}`,
        }),
    ),
  ]
}

async function hasPane({ store }: Context, agent: string): Promise<boolean> {
  return ((await store.roster.find(agent))?.pane ?? null) !== null
}

/** Queues with items that were tried too often, and those that are paused while work waits. */
export async function queueConcerns({ store, now }: Context): Promise<readonly Concern[]> {
  const queues = await store.attention.queues(now())
  const concern = (why: 'queue-failed' | 'queue-paused', words: (queue: TroubledQueue) => [string, string]) =>
    listedConcern(
      why,
      queues.filter((queue) => (why === 'queue-failed' ? queue.failed : queue.available) > 0),
      () => null,
      async (queue) => {
        const [reason, command] = words(queue)
        return attentionRow({ queue: queue.name, why, reason, command })
      },
    )
  return [
    concern('queue-failed', ({ name, failed }) => [`${failed} failed`, `watchpost inbox queue:${name}`]),
    concern('queue-paused', ({ name, available }) => [
      `paused with ${available} waiting`,
      `watchpost queue resume ${name}`,
    ]),
  ]
}
