import type { MailStore } from '../../../store/mail-store.ts'
import { person } from '../../../test/support/identities.ts'
import { seedDemoWorld } from '../../entry/demo/demo-world.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { openMailbox } from '../../mailbox.ts'

const minute = 60_000

/** lea, and nobody and nothing else. */
export async function emptySwarm(store: MailStore, at: number): Promise<void> {
  const doer = { actor: 'lea', principal: null, session: null, command: 'agents register' }
  await store.roster.register({ address: 'lea', longForm: null, kind: 'user' }, doer, at)
}

/** The demo world in which much needs a person: escalations with deadlines, and more urgent mail than is listed. */
export async function swarmInTrouble(store: MailStore, at: number): Promise<void> {
  await seedDemoWorld(store, at)
  const as = async (address: string, minutesAgo: number) =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', now: () => at - minutesAgo * minute }))
  const agents = ['swarm_dev/architect', 'swarm_dev/critic', 'swarm_dev/librarian', 'coo']
  for (let count = 0; count < 13; count += 1)
    await (await as(agents[count % agents.length] ?? 'coo', 40 - count)).send({
      to: ['lea'],
      subject: `Run ${count + 1} of the night is red`,
      body: 'See the log.',
      priority: 'urgent',
      kind: 'notification',
    })
  const escalate = async (
    from: string,
    ago: number,
    subject: string,
    hours: number,
    options: readonly string[],
  ) =>
    (await as(from, ago)).send({
      to: ['lea'],
      kind: 'escalation',
      subject: `CEO Escalation: ${subject}`,
      body: 'Both are sound.',
      // Named here: an id that is made by chance would change the picture.
      payload: {
        escalation_id: `ESC-${ago}`,
        severity: 'high',
        options,
        deadline: new Date(at + hours * 60 * minute).toISOString(),
      },
    })
  await escalate('swarm_dev/architect', 30, 'Which store for sessions', 1.2, [
    'Keep SQLite for one more release',
    'Move sessions to Redis',
    'Stop and measure first',
  ])
  await escalate('coo', 20, 'Ship without the migration?', 8, ['Ship', 'Wait'])
}

/** The demo world with a debate that goes on and a task that is worked on. */
export async function swarmWithTopics(store: MailStore, at: number): Promise<void> {
  await seedDemoWorld(store, at)
  const as = async (address: string, minutesAgo: number) =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', now: () => at - minutesAgo * minute }))
  const claim = await (await as('swarm_dev/architect', 9)).send({
    to: ['lea', 'swarm_dev/critic'],
    subject: 'Redis for sessions',
    kind: 'claim',
    statement: 'Use Redis for sessions.',
    rationale: 'It is fast, and **shared** by all nodes.',
    evidence: [
      'type=benchmark,source=bench/session.md,data=p99 of 2 ms at 10,000 sessions',
      'Everybody uses it',
    ],
  })
  await (await as('swarm_dev/critic', 7)).reply({
    message: claim.id,
    all: true,
    kind: 'counter',
    statement: 'JWT needs no store.',
    evidence: ['https://jwt.io says so'],
  })
  await (await as('coo', 5)).send({
    to: ['swarm_dev/tester'],
    subject: 'Sort the night run',
    body: 'Which of the 412 are slow? Ten names are enough.',
    task: 'nightly',
  })
}

/** The demo world with a debate that is deadlocked, one that goes on, and one that was decided. */
export async function swarmInDebate(store: MailStore, at: number): Promise<void> {
  await seedDemoWorld(store, at)
  const as = async (address: string, minutesAgo: number) =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', now: () => at - minutesAgo * minute }))
  const logs = await (await as('swarm_dev/implementer', 55)).send({
    to: ['swarm_dev/critic'],
    subject: 'Where logs go',
    kind: 'claim',
    statement: 'Write them to the journal.',
  })
  await (await as('swarm_dev/critic', 50)).reply({
    message: logs.id,
    kind: 'agree',
    statement: 'The journal it is.',
  })
  const sessions = await (await as('swarm_dev/architect', 40)).send({
    to: ['swarm_dev/critic'],
    subject: 'Redis for sessions',
    kind: 'claim',
    task: 'auth-3',
    statement: 'Use Redis for sessions.',
  })
  await (await as('swarm_dev/critic', 12)).reply({
    message: sessions.id,
    kind: 'counter',
    statement: 'JWT needs no store.',
  })
  const queue = await (await as('swarm_dev/architect', 33)).send({
    to: ['swarm_dev/critic', 'lea'],
    subject: 'Which queue takes the builds',
    kind: 'claim',
    statement: 'One queue for every build, with priorities.',
    rationale: 'One place to look at, and nobody starves while somebody is idle.',
    evidence: [
      'type=benchmark,source=bench/queue.md,data=p99 of a claim is 4 ms with 12 workers',
      'Everybody does it this way',
    ],
  })
  let last = queue.id
  const counters = [
    ['swarm_dev/critic', 25, 'Two queues: a slow build must not hold up the quick ones.'],
    ['swarm_dev/architect', 18, 'One queue: priorities already let the quick ones pass.'],
    ['swarm_dev/critic', 9, 'Two queues: priorities do not help once a worker is taken.'],
  ] as const
  for (const [who, ago, statement] of counters)
    last = (
      await (
        await as(who, ago)
      ).reply({
        message: last,
        kind: 'counter',
        all: true,
        statement,
        ...(ago === 25 && {
          evidence: ['type=test,source=test/slow.test.ts,data=quick build waits,result=FAIL'],
        }),
      })
    ).id
}

/** The demo world with tasks that go on, and one that was completed. */
export async function swarmWithTasks(store: MailStore, at: number): Promise<void> {
  await seedDemoWorld(store, at)
  const as = async (address: string, minutesAgo: number) =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', now: () => at - minutesAgo * minute }))
  const notes = { to: ['swarm_dev/librarian'], kind: 'request', task: 'release-notes' } as const
  await (await as('coo', 90)).send({ ...notes, subject: 'Write the notes of the release', body: 'One page.' })
  const lea = { swarm: 'swarm_dev', now: () => at - 70 * minute, identity: person }
  await openMailbox(await seat(store, 'lea', lea)).updateAgent({ agent: 'coo', canComplete: true })
  await (await as('coo', 70)).completeTask({ task: notes.task, body: 'They are on the board.' })
  const bell = { to: ['swarm_dev/critic'], kind: 'request', task: 'review-7' } as const
  const { id } = await (await as('lea', 35)).send({
    ...bell,
    subject: 'Review the bell',
    body: 'Does it ring?',
  })
  await (await as('swarm_dev/critic', 22)).reply({ message: id, body: 'It does; the tests come next.' })
  const night = { to: ['swarm_dev/tester'], kind: 'request', task: 'nightly' } as const
  await (await as('coo', 5)).send({
    ...night,
    subject: 'Sort the night run by how slow each test is',
    body: 'Ten.',
  })
}
