import type { MailStore } from '../../../store/mail-store.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { mailOfTheDay } from './demo-mail.ts'
import { live } from './demo-moments.ts'
import { placesOfTheDay } from './demo-places.ts'
import { contextOf } from './mailbox-context.ts'

const minute = 60_000

/**
 * Fills an empty store with a plausible day of a small swarm, with times relative to `now`: the world of
 * `npm start`, the screenshots and the end-to-end tests, so that everyone talks about the same mail.
 */
export async function seedDemoWorld(store: MailStore, now: number): Promise<void> {
  await registerAgents(store, now)
  const agents = await store.roster.list({}, { limit: 100, after: null })
  const byAddress = new Map(agents.rows.map((agent) => [agent.address, agent]))
  const as = (address: string, minutesAgo: number): Mailbox => {
    const actor = byAddress.get(address)
    if (actor === undefined) throw new Error(`The demo world has no ${address}`)
    const then = () => now - minutesAgo * minute
    return openMailbox(contextOf(store, actor, { session: actor.session, swarm: 'swarm_dev', now: then }))
  }
  await live([...mailOfTheDay, ...placesOfTheDay(store, now)], as)
  await store.roster.setState(
    'swarm_dev/tester',
    'frozen',
    { actor: 'swarm_dev/tester', principal: null, session: null, command: null },
    now - 40 * minute,
  )
}

async function registerAgents(store: MailStore, now: number): Promise<void> {
  const members = [
    { address: 'lea', kind: 'user', swarm: null, role: 'supervisor' },
    { address: 'bob', kind: 'user', swarm: null, role: 'supervisor' },
    { address: 'swarm_dev/architect', kind: 'agent', swarm: 'swarm_dev', role: 'architect' },
    { address: 'swarm_dev/implementer', kind: 'agent', swarm: 'swarm_dev', role: 'implementer' },
    { address: 'swarm_dev/critic', kind: 'agent', swarm: 'swarm_dev', role: 'reviewer' },
    { address: 'swarm_dev/tester', kind: 'agent', swarm: 'swarm_dev', role: 'tester' },
    { address: 'swarm_dev/librarian', kind: 'agent', swarm: 'swarm_dev', role: null },
    { address: 'coo', kind: 'agent', swarm: null, role: 'coo' },
  ] as const
  const doer = { actor: 'lea', principal: null, session: null, command: 'agents register' }
  for (const [at, { address, kind, swarm, role }] of members.entries()) {
    const session = kind === 'agent' ? `session-${at}` : null
    await store.roster.register(
      {
        address,
        longForm: null,
        kind,
        swarm,
        role,
        session,
        addTags: role === 'architect' || address.endsWith('librarian') ? ['project:inscription'] : [],
        reportsTo: kind === 'agent' && address !== 'coo' ? 'coo' : null,
      },
      doer,
      now - 600 * minute,
    )
  }
}
