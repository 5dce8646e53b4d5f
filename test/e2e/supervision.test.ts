import { afterAll, describe, expect, it } from 'vitest'
import { openFirst, twoSeats } from '../support/terminal-pair.ts'
import { goTo } from '../support/terminal-roster.ts'
import { leaveAll, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

describe.concurrent('two supervisors', () => {
  it('take work from one queue: who comes second is told who was first, and keeps what they typed', async () => {
    const { lea, bob } = await twoSeats()
    for (const seat of [lea, bob]) {
      await goTo(seat, 'work')
      await seat.sees(/▸.*Split the cl/u)
    }
    await lea.press('t')
    await lea.sees(/▸.*Write the kill test.*lea/u)
    await bob.sees(/Write the kill test.*lea/u)
    await bob.press('j')
    await bob.sees(/▸.*Write the kill test/u)
    await bob.press('b')
    await bob.sees('is claimed by lea')
    await lea.press('x')
    await lea.sees('What went wrong')
    await lea.type('no machine is free')
    const { store } = await bob.outside()
    await bob.press('t')
    await bob.sees(/▸.*Rename the bell.*bob/u)
    await lea.sees(/Rename the bell.*bob/u)
    await lea.sees('no machine is free')
    await lea.press('Enter')
    await lea.sees('Marked 1 message as failed')
    const { rows } = await store.log.since(null, 2_000)
    const claims = rows.filter(({ what }) => what === 'claim').map(({ actor }) => actor)
    expect(claims.slice(-2)).toEqual(['lea', 'bob'])
  })

  it('find in the thread who did what to it', async () => {
    const { lea, bob } = await twoSeats()
    await openFirst(bob)
    await bob.sees('receipts lea')
    await bob.press('@')
    await bob.sees('Assign this thread to:')
    await bob.press('C-u')
    await bob.type('lea')
    await bob.press('Enter')
    await bob.sees('assigned to lea')
    await lea.sees('Assigned to you:')
    await openFirst(lea)
    await lea.sees('assigned to lea')
    await lea.press('i')
    await lea.sees(/assign.*bob|bob.*assign/u)
  })
})

describe.concurrent('how the swarm fares', () => {
  it('is shown by M for a longer and a shorter time', async () => {
    const seat = await sitDown()
    await seat.sees('11 unread')
    await seat.press('M')
    await seat.sees(/Metrics · last 24h/u)
    await seat.sees(/messages +26 /u)
    await seat.sees(/swarm_dev\/critic +2 /u)
    await seat.sees(/queue:work +0 +4 /u)
    await seat.press(']')
    await seat.sees(/Metrics · last 7d/u)
    await seat.press('q')
    await seat.misses('Metrics')
  })

  it('is told of one agent by T, and nothing of theirs is consumed', async () => {
    const seat = await sitDown()
    const critic = await (await seat.outside()).as('swarm_dev/critic')
    const before = await critic.count({})
    await goTo(seat, '◆ critic')
    await seat.sees('mailbox (read-only)')
    await seat.press('T')
    await seat.sees('Timeline of swarm_dev/critic')
    await seat.sees(/sent +\w+ +→ .*Tests red on main/u)
    await seat.press('Esc')
    await seat.misses('Timeline')
    expect(await critic.count({})).toEqual(before)
  })
})
