import { afterAll, describe, it } from 'vitest'
import {
  copiedWorld,
  leaveAll,
  openOutside,
  seatAt,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

/** The demo world, in which a thread has three open messages of lea. */
async function world(): Promise<string> {
  const store = await copiedWorld()
  const outside = await openOutside(store)
  const tester = await outside.as('swarm_dev/tester')
  const { id } = await tester.send({
    to: ['lea', 'swarm_dev/critic'],
    subject: 'Flaky',
    body: 'One fails.',
    priority: 'urgent',
  })
  const critic = await outside.as('swarm_dev/critic')
  await critic.reply({ message: id, body: 'I saw it too.', all: true })
  await tester.reply({ message: id, body: 'The clock, it seems.', all: true })
  await outside.close()
  return store
}

describe.each([
  { columns: 200, rows: 50 },
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
  { columns: 50, rows: 20 },
])('conversations at $columns×$rows', (size) => {
  it('are listed, unfolded, read and archived by threads', async () => {
    const seat = await sitDown({ ...size, store: await world() })
    await seat.press('g', 't')
    await seat.sees('Listing threads')
    if (size.columns > 50) await seat.sees(/Inbox · threads/u)
    await seat.press('g', 'g', 'j', 'j')
    await seat.sees(size.columns > 50 ? /▸ *!! ● ▹ tester.*Flaky.* 3\/3/u : /▸ *!! ● ▹ tester.*Flaky/u)
    await seat.press('L')
    await seat.sees(/● ▾ tester/u)
    await seat.sees(/critic.*I saw it too/u)
    await seat.press('L')
    await seat.misses(/▾ tester/u)
    await seat.press('Enter')
    await seat.sees('The clock, it seems.')
    await seat.press('Alt-k', 'Alt-k')
    await seat.sees('One fails.')
    await seat.press('Esc', 'e')
    await seat.sees('Archived 3 messages')
    await seat.press('g', 't')
    await seat.sees('Listing messages')
    await seat.misses('Flaky')
  })
})

it('the next unread message is gone to from anywhere', async () => {
  const seat = await sitDown({ store: await world() })
  await seat.press('G', 'g', 'N')
  await seat.sees(/▸ *!! ● /u)
})

it('threads are told in lines', async () => {
  const store = await world()
  const command = [...watchpost(store, 'lea'), '--accessible']
  const seat = seatAt(start(command, { columns: 180, rows: 60 }), store)
  await seat.sees('Press ? for the keys, q to quit.')
  await seat.press('g', 't')
  await seat.sees('Listing threads.')
  await seat.press('g', 'g')
  await seat.sees(/thread, of .*, \d unread, /u)
  await seat.press('j', 'j')
  await seat.sees(/thread, of .*tester, .*critic, 3 unread, unread, urgent, from .*tester, subject .*Flaky/u)
  await seat.press('L')
  await seat.sees(/Unfolded the thread/u)
})
