import type { MailStore } from '../../../store/mail-store.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'

const minute = 60_000

const crew = [
  'architect',
  'builder-1',
  'builder-2',
  'builder-3',
  'critic',
  'docs',
  'librarian',
  'migrator',
  'perf',
  'release',
  'scout',
  'security',
  'tester',
].map((name) => `swarm_dev/${name}`)

/** What each works on, and since when. */
const work = [
  ['swarm_dev/docs', 'Write the guide of queues', 21],
  ['swarm_dev/security', 'Read the fence again', 16],
  ['swarm_dev/critic', 'Review the bell', 9],
  ['swarm_dev/builder-1', 'Split the parser', 8],
  ['swarm_dev/builder-2', 'Cache the roster', 6],
  ['swarm_dev/migrator', 'Move the log to cold files', 3],
] as const

const asks = [
  ['swarm_dev/release', 'question', 'Which version comes after 1.0.0-rc.4?', 11],
  ['swarm_dev/builder-3', 'permission', 'Bash: npm publish --dry-run', 4],
] as const

type Step = {
  readonly ago: number
  readonly run: (as: (address: string) => Promise<Mailbox>) => Promise<unknown>
}

/** A swarm at work, as its board hangs on a wall: some wait for a person, one fails, one is silent, most work. */
export async function wallSwarm(store: MailStore, at: number): Promise<void> {
  await register(store, at - 90 * minute)
  // The store's clock never runs backwards.
  const steps = [...chatter(), ...workSteps(), ...failures()].toSorted((one, other) => other.ago - one.ago)
  for (const { ago, run } of steps)
    await run(async (address) =>
      openMailbox(await seat(store, address, { swarm: 'swarm_dev', now: () => at - ago * minute })),
    )
  for (const [agent, kind, reason, ago] of asks)
    await store.asks.note({
      agent,
      session: sessionOf(agent),
      helper: null,
      kind,
      reason,
      isNotice: false,
      at: at - ago * minute,
    })
}

function sessionOf(agent: string): string {
  return `w-${crew.indexOf(agent)}`
}

async function register(store: MailStore, at: number): Promise<void> {
  const doer = { actor: 'lea', principal: null, session: null, command: 'agents register' }
  await store.roster.register({ address: 'lea', longForm: null, kind: 'user', swarm: null }, doer, at)
  for (const address of crew)
    await store.roster.register(
      { address, longForm: null, kind: 'agent', swarm: 'swarm_dev', session: sessionOf(address) },
      doer,
      at,
    )
}

/** Each tells the next one what it does, some more often than others. */
function chatter(): readonly Step[] {
  return crew.flatMap((from, place) => {
    const last = from === 'swarm_dev/security' ? 16 : place % 4
    const times = Array.from({ length: 60 }, (_, ago) => ago).filter(
      (ago) => ago > last && (ago * (place + 3)) % 11 < (ago < 20 ? 5 : 2),
    )
    const to = crew[(place + 1) % crew.length] ?? from
    return times.map((ago): Step => {
      const body = 'The log has the rest.'
      const told = { to: [to], subject: `Step ${60 - ago} is done`, body, kind: 'notification' } as const
      return {
        ago,
        run: async (as) => {
          const { id } = await (await as(from)).send(told)
          if (ago > 8) await (await as(to)).archive({ messages: [id] })
        },
      }
    })
  })
}

function workSteps(): readonly Step[] {
  return work.map(([agent, subject, ago]) => ({
    ago,
    run: async (as) => {
      const asked = { to: [agent], subject, body: 'See the plan.', kind: 'request' } as const
      const { id } = await (await as('lea')).send(asked)
      await (await as(agent)).process({ messages: [id] })
    },
  }))
}

function failures(): readonly Step[] {
  return [7, 5].map((ago) => ({
    ago,
    run: async (as) => {
      const asked = {
        subject: `Run the long benchmark, ${ago} times`,
        body: 'Twice.',
        kind: 'request',
      } as const
      const { id } = await (await as('lea')).send({ to: ['swarm_dev/perf'], ...asked })
      await (await as('swarm_dev/perf')).fail({ messages: [id], reason: 'the machine has no disk left' })
    },
  }))
}
