import { goTo } from './terminal-roster.ts'
import { copiedWorld, type Seat, sitDown } from './terminal-world.ts'

/** lea and bob before the same store, each seen by the other. */
export async function twoSeats(): Promise<{ readonly lea: Seat; readonly bob: Seat }> {
  const store = await copiedWorld()
  const lea = await sitDown({ store })
  await (await (await lea.outside()).as('lea')).registerAgent({ agent: 'bob' })
  const bob = await sitDown({ store, as: 'bob' })
  await lea.sees('also here: bob')
  await bob.sees('also here: lea')
  return { lea, bob }
}

/** The first message of what lies in all mailboxes: the same for both. */
export async function openFirst(seat: Seat): Promise<void> {
  await goTo(seat, 'All')
  await seat.sees('Inbox · all agents')
  await seat.sees(/1–\d+ of/u)
  await seat.press('Enter')
  await seat.misses('preview')
}
