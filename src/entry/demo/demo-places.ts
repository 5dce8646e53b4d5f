import type { MailStore } from '../../../store/mail-store.ts'
import { idOf, type Moment } from './demo-moments.ts'

const minute = 60_000

/** The places with mail in the demo world, and its problems: queues, a channel, a tag, a group, a debt, a dead letter. */
export function placesOfTheDay(store: MailStore, now: number): readonly Moment[] {
  return [
    ...queues,
    ...streams,
    {
      ago: 240,
      who: 'lea',
      act: (lea) =>
        lea.createGroup({
          group: 'reviewers',
          members: ['swarm_dev/critic', 'swarm_dev/tester', 'role:architect'],
        }),
    },
    {
      ago: 26 * 60,
      who: 'lea',
      act: (lea) =>
        lea.send({
          to: ['swarm_dev/librarian'],
          subject: 'Which seed speaks of retention?',
          body: 'I need the section before we prune anything.',
        }),
    },
    {
      ago: 150,
      who: 'swarm_dev/tester',
      act: (tester) =>
        tester.send({
          to: ['lea'],
          subject: 'Release window closes in ten minutes',
          body: 'Say go, or it waits until tomorrow.',
          kind: 'notification',
          ttl: 10 * minute,
        }),
    },
    { ago: 130, who: 'lea', act: () => store.deliveries.bury(now - 130 * minute, 100) },
  ]
}

const items = [
  ['Split the claim statement', 'high'],
  ['Write the kill test', 'normal'],
  ['Rename the bell file', 'low'],
  ['Measure a page of the inbox', 'normal'],
] as const

const queues: readonly Moment[] = [
  { ago: 230, who: 'coo', act: (coo) => coo.createQueue({ queue: 'work' }) },
  { ago: 230, who: 'coo', act: (coo) => coo.createQueue({ queue: 'benchmarks', attempts: 1 }) },
  ...items.map(
    ([subject, priority]): Moment => ({
      ago: 220,
      who: 'coo',
      act: (coo) => coo.send({ to: ['queue:work'], subject, priority, body: 'See the design, section 4.' }),
    }),
  ),
  {
    ago: 210,
    who: 'coo',
    act: (coo) =>
      coo.send({
        to: ['queue:benchmarks'],
        subject: 'One million rows on the slow machine',
        body: 'Ten rounds, interleaved.',
      }),
  },
  {
    ago: 60,
    who: 'swarm_dev/tester',
    act: async (tester, kept) => {
      const { value } = await tester.claim({ queue: 'benchmarks' })
      kept.set('benchmark', value.message.id)
    },
  },
  {
    ago: 55,
    who: 'swarm_dev/tester',
    act: (tester, kept) => tester.fail({ messages: [idOf(kept, 'benchmark')], reason: 'no space is left' }),
  },
  { ago: 6, who: 'swarm_dev/implementer', act: (implementer) => implementer.claim({ queue: 'work' }) },
]

const alerts = [
  ['swarm_dev/tester', 130, 'Runner at 91 %', 'There is hardly room for another run.'],
  ['swarm_dev/tester', 58, 'Runner out of space', 'The million rows did not fit.'],
  ['coo', 30, '', 'I clear the old runs tonight. Nothing is needed from anybody.'],
] as const

const streams: readonly Moment[] = [
  { ago: 400, who: 'coo', act: (coo) => coo.createChannel({ channel: 'alerts', retainCount: 100 }) },
  { ago: 390, who: 'swarm_dev/librarian', act: (librarian) => librarian.subscribe({ channel: 'alerts' }) },
  ...alerts.map(
    ([who, ago, subject, body]): Moment => ({
      ago,
      who,
      act: (mailbox) =>
        mailbox.send({ to: ['channel:alerts'], ...(subject === '' ? {} : { subject }), body }),
    }),
  ),
  {
    ago: 170,
    who: 'coo',
    act: (coo) =>
      coo.send({
        to: ['project:inscription'],
        subject: 'The stone of Rosetta goes first',
        body: 'Transcribe the Demotic part before the Greek one.',
      }),
  },
  {
    ago: 140,
    who: 'swarm_dev/architect',
    act: (architect) =>
      architect.send({
        to: ['project:inscription'],
        body: 'The Demotic part is in `inscriptions/rosetta.md`; line 12 is a guess.',
      }),
  },
]
