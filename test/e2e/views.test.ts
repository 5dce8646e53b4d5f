import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import {
  copiedWorld,
  emptyStore,
  leaveAll,
  type Seat,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

const as = async (seat: Seat, address = 'lea') => (await seat.outside()).as(address)

describe.concurrent('what is owed', () => {
  it('by me goes from the list once it is answered', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'I owe')
    await seat.sees(/▸ +● implementer +± query +May I take/u)
    await seat.press('G')
    await seat.sees(/▸ +! ● coo +Budget/u)
    await seat.press('r')
    await seat.sees('Reply to coo')
    await seat.type('Two agents')
    await seat.press('Enter')
    await seat.until(
      'the debt to be gone',
      (lines) => !lines.some((line) => /▸.*Budget|coo +Budget/u.test(line.slice(0, 114))),
    )
    const { owed } = await (await as(seat)).owed({ byMe: true })
    expect(owed.map(({ message }) => message.subject)).not.toContain('Budget for the weekend')
  })

  it('to me names who owes it, and consumes nothing of theirs', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'Owed to me')
    await seat.sees(/▸.*librarian +Which seed speaks of retention\?/u)
    await seat.press('Enter')
    await seat.sees('I need the section before we prune')
    await seat.quiet(500)
    const { messages } = await (await as(seat, 'swarm_dev/librarian')).inbox({ from: ['lea'] })
    expect(messages.filter(({ subject }) => subject.startsWith('Which seed'))).toMatchObject([
      { status: 'unread' },
    ])
  })
})

describe.concurrent('attention', () => {
  it('lists what cannot wait with its reason and its key, and the key deals with it', async () => {
    const seat = await sitDown({ columns: 200 })
    await seat.sees(/Attention +8 /u)
    await goTo(seat, 'Attention')
    await seat.sees(/▸ !! implementer +silent, with work in progress +m/u)
    await seat.sees(/coo +Priority change.*Enter/u)
    await seat.sees(/queue benchmarks +1 failed +Enter/u)
    await seat.sees(/undelivered \(dead letter\) · Release window.* d /u)
    await seat.press('G', 'k', 'k', 'Enter')
    await seat.sees(/lea: .*shown/u)
    await seat.press('Esc')
    await seat.misses(/Priority change.*Enter/u)
    await seat.press('g', 'g', 'j', 'j', 'd')
    await seat.sees('Deliver again to (empty: its owner):')
    await seat.type('bob')
    await seat.press('Enter')
    await seat.sees('Delivered again to bob')
    await seat.misses('undelivered (dead letter)')
    const { messages } = await (await as(seat, 'bob')).inbox({ unread: true })
    expect(messages.map(({ subject }) => subject)).toContain('Release window closes in ten minutes')
  })

  it('is what the screen opens on where the swarm is in trouble, until told otherwise', async () => {
    const auto = ['--open', 'auto']
    const seat = await sitDown({ flags: auto })
    await seat.sees(/▸ !! implement.*silent/u)
    await seat.sees(/▸ Attention/u)
    await seat.press('j')
    await seat.sees(/▸ ! +tester.*session ended/u)

    const store = await emptyStore(['lea', 'bob'])
    const calm = await sitDown({ store, flags: auto })
    await calm.sees(/▸ Inbox/u)
    await (await as(calm, 'bob')).send({ to: ['lea'], subject: 'Fire', body: 'x', priority: 'urgent' })
    await calm.sees(/▸!! ● bob +Fire/u)
    const again = await sitDown({ store, flags: auto })
    await again.sees(/▸!! ● bob +Fire/u)
    await again.sees(/▸ Inbox/u)
    await again.press('q')

    writeFileSync(join(store, 'config.yaml'), 'open: owed-to-me\n')
    const owed = start(watchpost(store, 'lea').slice(0, -2))
    await owed.sees(/▸ Owed to me/u)
    const sent = await sitDown({ store, flags: ['--open', 'sent'] })
    await sent.sees(/▸ Sent/u)
  })

  it('keeps nobody from the inbox where it cannot be found out', async () => {
    const store = await copiedWorld()
    const file = new Database(join(store, 'mail.db'))
    file.exec('ALTER TABLE debates RENAME TO elsewhere')
    file.close()
    const seat = start([...watchpost(store, 'lea'), '--open', 'auto'])
    await seat.sees('Tests red on main')
    await seat.sees(/▸ Inbox/u)
  })

  it('leads to the queue that is in trouble', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'Attention')
    await seat.sees('queue benchmarks')
    await seat.press('j', 'j', 'j')
    await seat.sees('▸ !  queue benchmarks')
    await seat.press('Enter')
    await seat.sees('─ Queue benchmarks ─')
  })
})

describe.concurrent("another's mailbox", () => {
  it('says whose it is, and is left exactly as it was', async () => {
    const seat = await sitDown({ columns: 200 })
    const { store } = await seat.outside()
    const critic = await as(seat, 'swarm_dev/critic')
    const before = await critic.inbox({ limit: 50 })
    const events = await store.log.since(null, 1_000)
    await goTo(seat, '◆ critic')
    await seat.sees("swarm_dev/critic's mailbox (read-only)")
    await seat.sees(/Inbox of swarm_dev\/critic ─(?:.|\n)*▸!! ● coo/u)
    await seat.press('Enter', 'z', 'R')
    await seat.sees('The mailbox system has been elevated')
    await seat.quiet(600)
    await seat.press('n', 'j', 'Esc', 'j', 'Enter')
    await seat.sees("swarm_dev/critic's mailbox")
    await seat.quiet(600)
    expect(await critic.inbox({ limit: 50 })).toEqual(before)
    expect(before.messages.every(({ status }) => status === 'unread')).toBe(true)
    expect(await store.log.since(null, 1_000)).toEqual(events)
  })

  it('stands under its swarm with its state and its unread mail', async () => {
    const seat = await sitDown({ columns: 200 })
    await seat.sees(/swarm_dev +│/u)
    await seat.sees(/◆ critic +3!/u)
    await seat.sees(/▪ tester +1!/u)
    await (await as(seat)).retireAgent({ agent: 'swarm_dev/tester' })
    await seat.sees(/▪ tester dead/u)
  })
})
