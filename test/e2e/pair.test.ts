import { afterEach, expect, it } from 'vitest'
import { openFirst, twoSeats } from '../support/terminal-pair.ts'
import { leaveAll, sitDown } from '../support/terminal-world.ts'

afterEach(leaveAll)

it('two supervisors see each other, warn each other, and lose nothing that they typed', async () => {
  const { lea, bob } = await twoSeats()
  await openFirst(lea)
  await bob.sees(/also here: lea ▸ [0-9A-Z]{5}/u)
  await openFirst(bob)
  await lea.sees('bob reads this too')
  await bob.press('r')
  await bob.type('I would take')
  await lea.sees('bob is answering this')
  await lea.press('r')
  await lea.sees('bob is answering this thread too')
  await bob.sees('lea is answering this thread too')
  await lea.type('Half a sen')
  await bob.type(' it.')
  await bob.press('Enter')
  // His words go once their grace is over, and come in below what she types.
  await lea.sees('bob wrote here while you write', 15_000)
  await lea.type('tence')
  await lea.sees('Half a sentence')
  await bob.press('C-c')
  await bob.exited()
  await lea.misses('also here')
})

it('hands a thread to the other one, who is told of it', async () => {
  const { lea, bob } = await twoSeats()
  await openFirst(lea)
  await lea.press('@')
  await lea.sees('Hand this thread to: bob')
  await lea.press('Enter')
  await lea.sees('in the hands of bob')
  await bob.sees('Yours now:')
  await openFirst(bob)
  await bob.sees('in the hands of bob')
})

it('only looks when it was opened so, and says it', async () => {
  const seat = await sitDown({ flags: ['--read-only'] })
  await seat.sees('read-only')
  await seat.press('e')
  await seat.sees('This screen only looks')
  await seat.press(':')
  await seat.type('whoami')
  await seat.sees('do      whoami')
  await seat.press('Enter')
  await seat.sees('address  lea')
  await seat.press('Esc', ':')
  await seat.type('channel create late')
  await seat.press('Enter')
  await seat.sees('is a deed')
  await seat.press('Esc', 'Enter')
  await seat.sees('Pause non-critical')
  await seat.quiet(500)
  const lea = await (await seat.outside()).as('lea')
  const [first] = (await lea.inbox({})).messages
  expect(first).toMatchObject({ status: 'unread' })
  expect((await lea.count({})).total).toBe(11)
})
