import type { MailStore } from '../../store/mail-store.ts'
import { type Mailbox, openMailbox } from '../mailbox.ts'
import type { Offer } from '../operations/operation.ts'
import { seedPlaces } from './demo-places.ts'
import { contextOf } from './mailbox-context.ts'

const minute = 60_000

type Hour = { readonly as: (agent: string, minutesAgo: number) => Mailbox }

/**
 * Fills an empty store with a plausible day of a small swarm, told relative to `now`: the world of
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
  await seedPlaces(as, store, now)
  await morning({ as })
  await noon({ as })
  await lately({ as })
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

async function morning({ as }: Hour): Promise<void> {
  const design = await as('swarm_dev/architect', 320).send({
    to: ['lea'],
    subject: 'Store schema drafted',
    body: 'The draft keeps **one row per recipient**, and one sort key for every inbox.\n\n| table | rows at 1M mails |\n|---|---|\n| messages | 1,000,000 |\n| deliveries | 1,000,000 |\n\nRead `design/store.md` before noon, please.',
    attach: ['design/store.md'],
    tag: ['store'],
  })
  await as('lea', 300).reply({
    message: design.id,
    body: 'Read it. The sort key is right; go on with the claim statement.',
  })
  await as('swarm_dev/architect', 290).reply({
    message: design.id,
    body: 'Claim is one `UPDATE … RETURNING` now. Measured: 40 µs.',
  })
  const question = await as('swarm_dev/librarian', 200).send({
    to: ['lea'],
    subject: 'Schema question',
    body: 'Do expired mails count as unread in the badge?\n\n> unread means one thing\n\nI would say no.',
  })
  await as('lea', 190).reply({
    message: question.id,
    body: 'No: unread, not snoozed, not expired, not dead.',
  })
  await as('swarm_dev/librarian', 180).reply({
    message: question.id,
    body: 'Then the badge in the roster is right, and the title is wrong. I file it.',
  })
}

async function noon({ as }: Hour): Promise<void> {
  await as('coo', 64).send({
    to: ['broadcast:swarm_dev', 'lea'],
    subject: 'Priority change: mailbox system is now P1',
    kind: 'notification',
    body: 'The mailbox system has been elevated to P1.\n\n1. Pause non-critical work\n2. Check your mailbox for assigned tasks\n3. Report blockers immediately\n\nExpected completion: end of day.',
    priority: 'urgent',
  })
  await as('swarm_dev/architect', 50).handoff({
    to: 'swarm_dev/implementer',
    subject: 'Implement mailbox store',
    cc: ['lea'],
    priority: 'high',
    done: 'Complete design documented in design/store.md',
    state: 'Design approved, ready for implementation',
    stateFile: 'workspace/STATE.md',
    next: [
      'Create store/sqlite with the schema of the design',
      'Pass the conformance suite',
      'Measure the claim at one million rows',
    ],
    file: ['design/store.md'],
    blocker: ['The name of the bell file is not decided'],
    job: 'job-123',
    tag: ['store'],
  })
  await as('swarm_dev/implementer', 41).send({
    to: ['lea', 'role:reviewer'],
    subject: 'May I take the bell file name from the design?',
    body: 'It says `bell`. If nobody objects by five I take that.',
    kind: 'query',
  })
}

async function lately({ as }: Hour): Promise<void> {
  await as('swarm_dev/tester', 45).send({
    to: ['lea'],
    subject: 'Nightly run finished',
    body: 'All 412 tests passed in 3 min 12 s.\n\n```text\n\u001b[32m412 passed\u001b[0m, 0 failed\n```',
    kind: 'notification',
    priority: 'low',
  })
  const red = await as('swarm_dev/critic', 14).send({
    to: ['lea', 'swarm_dev/implementer'],
    subject: 'Tests red on main',
    body: '## Code review\n\n**Verdict:** NEEDS_CHANGES\n\n1. `deliver` reads the roster twice\n2. The hold is not released when the pipe closes\n3. No test kills the reader\n\nPlease fix these before merging.',
    priority: 'urgent',
    payload: { verdict: 'NEEDS_CHANGES', issue_count: 3 },
    tag: ['review'],
  })
  const { messages } = await as('swarm_dev/implementer', 12).inbox({ unread: true, limit: 10 })
  const work = messages.find(({ kind }) => kind === 'handoff')
  if (work !== undefined) {
    await settled(as('swarm_dev/implementer', 12).read({ messages: [work.id] }))
    await as('swarm_dev/implementer', 11).process({ messages: [work.id], lease: 600_000 })
  }
  await as('swarm_dev/implementer', 6).reply({
    message: red.id,
    body: 'On it. The hold is released on EPIPE now; the kill test follows.',
  })
  await as('swarm_dev/critic', 2).reply({
    message: red.id,
    body: 'The kill test is the one that matters. I wait with the merge.',
    priority: 'urgent',
  })
  await as('coo', 3).send({
    to: ['lea'],
    subject: 'Budget for the weekend',
    body: 'Two agents or four? I need your word before six.',
    priority: 'high',
  })
}

/** Hands mail over as a face does: what was offered was shown. */
async function settled<V>(offered: Promise<Offer<V>>): Promise<V> {
  const offer = await offered
  await offer.settle()
  return offer.value
}
