import { emptyStore, openOutside, type Seat, type SeatOptions, sitDown } from './terminal-world.ts'

/** A store with lea's mail from scout, a channel, and a queue with one item. */
export async function smallWorld(mails: number): Promise<string> {
  const store = await emptyStore(['scout'], ['lea', 'bob'])
  const outside = await openOutside(store)
  const [lea, scout] = [await outside.as('lea'), await outside.as('scout')]
  await lea.createChannel({ channel: 'alerts' })
  await lea.createQueue({ queue: 'work' })
  await scout.send({ to: ['queue:work'], subject: 'An item', body: 'Work.' })
  for (let at = 1; at <= mails; at += 1)
    await scout.send({ to: ['lea'], subject: `Mail ${at}`, body: `Body ${at}.` })
  await outside.close()
  return store
}

export async function sitBeforeSmall(
  mails: number,
  options: SeatOptions = { columns: 120, rows: 30 },
): Promise<Seat> {
  return sitDown({ store: await smallWorld(mails), ...options })
}

/** The subjects of lea's mail in a box. */
export async function subjects(
  seat: Seat,
  box: 'inbox' | 'archived',
  owner = 'lea',
): Promise<readonly string[]> {
  const mailbox = await (await seat.outside()).as(owner)
  const page = { limit: 500, ...(box === 'inbox' ? {} : { archived: true }) }
  return (await mailbox.inbox(page)).messages.map(({ subject }) => subject)
}
