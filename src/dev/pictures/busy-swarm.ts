import type { MailStore } from '../../../store/mail-store.ts'
import { seedDemoWorld } from '../../entry/demo/demo-world.ts'
import { seat } from '../../entry/demo/mailbox-context.ts'
import { type Mailbox, openMailbox } from '../../mailbox.ts'

const minute = 60_000

/** The demo world a few minutes on, with agents at work: as a supervisor's board would show it. */
export async function busySwarm(store: MailStore, at: number): Promise<void> {
  await seedDemoWorld(store, at)
  const as = async (address: string, ago: number, session: string | null = null): Promise<Mailbox> =>
    openMailbox(await seat(store, address, { swarm: 'swarm_dev', session, now: () => at - ago * minute }))
  const implementer = await as('swarm_dev/implementer', 3, 's-41c0')
  await implementer.updateAgent({ agent: 'swarm_dev/implementer', session: 's-41c0', pane: '%4' })
  await (await implementer.claim({ queue: 'work' })).settle()
  const lea = await as('lea', 9)
  const { id } = await lea.send({
    to: ['swarm_dev/critic'],
    subject: 'Review the bell',
    body: 'Does it ring where two commit at once?',
    kind: 'request',
    task: 'review-7',
  })
  await (await as('swarm_dev/critic', 4, 's-9f21')).process({ messages: [id] })
  const { id: failed } = await lea.send({
    to: ['swarm_dev/librarian'],
    subject: 'Index the notes',
    body: 'All of them.',
    kind: 'request',
  })
  await (await as('swarm_dev/librarian', 2)).fail({ messages: [failed], reason: 'the disk is full' })
}
