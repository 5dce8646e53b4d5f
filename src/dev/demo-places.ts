import type { MailStore } from '../../store/mail-store.ts'
import type { Mailbox } from '../mailbox.ts'

type As = (agent: string, minutesAgo: number) => Mailbox

const minute = 60_000

/** What gathers mail in the demo world, and what went wrong there: queues, a channel, a tag, a group, a debt, a dead letter. */
export async function seedPlaces(as: As, store: MailStore, now: number): Promise<void> {
  await seedQueues(as)
  await seedStreams(as)
  await as('lea', 240).createGroup({
    group: 'reviewers',
    members: ['swarm_dev/critic', 'swarm_dev/tester', 'role:architect'],
  })
  await as('lea', 26 * 60).send({
    to: ['swarm_dev/librarian'],
    subject: 'Which seed speaks of retention?',
    body: 'I need the section before we prune anything.',
  })
  await as('swarm_dev/tester', 150).send({
    to: ['lea'],
    subject: 'Release window closes in ten minutes',
    body: 'Say go, or it waits until tomorrow.',
    kind: 'notification',
    ttl: 10 * minute,
  })
  await store.deliveries.bury(now - 130 * minute, 100)
}

async function seedQueues(as: As): Promise<void> {
  await as('coo', 230).createQueue({ queue: 'work' })
  await as('coo', 230).createQueue({ queue: 'benchmarks', attempts: 1 })
  const items = [
    ['Split the claim statement', 'high'],
    ['Write the kill test', 'normal'],
    ['Rename the bell file', 'low'],
    ['Measure a page of the inbox', 'normal'],
  ] as const
  for (const [subject, priority] of items)
    await as('coo', 220).send({ to: ['queue:work'], subject, priority, body: 'See the design, section 4.' })
  await as('swarm_dev/implementer', 4).claim({ queue: 'work' })
  await as('coo', 210).send({
    to: ['queue:benchmarks'],
    subject: 'One million rows on the slow machine',
    body: 'Ten rounds, interleaved.',
  })
  const { value } = await as('swarm_dev/tester', 60).claim({ queue: 'benchmarks' })
  await as('swarm_dev/tester', 55).fail({ messages: [value.message.id], reason: 'no space is left' })
}

async function seedStreams(as: As): Promise<void> {
  await as('coo', 400).createChannel({ channel: 'alerts', retainCount: 100 })
  await as('swarm_dev/librarian', 390).subscribe({ channel: 'alerts' })
  const alerts = [
    ['swarm_dev/tester', 130, 'Runner at 91 %', 'There is hardly room for another run.'],
    ['swarm_dev/tester', 58, 'Runner out of space', 'The million rows did not fit.'],
    ['coo', 30, '', 'I clear the old runs tonight. Nothing is needed from anybody.'],
  ] as const
  for (const [who, ago, subject, body] of alerts)
    await as(who, ago).send({ to: ['channel:alerts'], ...(subject === '' ? {} : { subject }), body })
  await as('coo', 170).send({
    to: ['project:inscription'],
    subject: 'The stone of Rosetta goes first',
    body: 'Transcribe the Demotic part before the Greek one.',
  })
  await as('swarm_dev/architect', 140).send({
    to: ['project:inscription'],
    body: 'The Demotic part is in `inscriptions/rosetta.md`; line 12 is a guess.',
  })
}
