import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { sitBeforeSmall, smallWorld, subjects } from '../support/terminal-trust.ts'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

const sizes = [
  { columns: 120, rows: 30 },
  { columns: 80, rows: 24 },
] as const

/** Archives the first mail, and changes something that no undo puts back. */
const finals: readonly { readonly doing: string; readonly change: (seat: Seat) => Promise<void> }[] = [
  {
    doing: 'subscribing',
    async change(seat) {
      await goTo(seat, '#alerts')
      await seat.press('S')
      await seat.sees('Subscribed')
    },
  },
  {
    doing: 'claiming',
    async change(seat) {
      await goTo(seat, 'work')
      await seat.press('t')
      await seat.sees('Claimed')
    },
  },
  {
    doing: 'assigning',
    async change(seat) {
      await seat.press('@')
      await seat.sees('Assign this thread to')
      await seat.type('bob')
      await seat.press('Enter')
      await seat.sees('to bob')
    },
  },
  {
    doing: 'sending',
    async change(seat) {
      await seat.press('r')
      await seat.sees('Reply to')
      await seat.type('Yes.')
      await seat.press('Enter')
      await seat.sees('u to undo')
      await seat.sees(/Sent|sent to/u)
    },
  },
]

describe.concurrent.each(sizes)('at $columns×$rows', (size) => {
  it.each(finals)('u stops at $doing, and leaves what was done before', async ({ doing, change }) => {
    const seat = await sitBeforeSmall(3, size)
    await seat.press('e')
    await seat.sees('Archived 1 message')
    await change(seat)
    await seat.press('u')
    await seat.sees(`The last change, ${doing}, cannot be undone`)
    expect(await subjects(seat, 'archived')).toEqual(['Mail 1'])
    await seat.press('g', 'u')
    await seat.sees('Journal')
    await seat.sees(`▸ now  ${doing}`)
    await seat.press('j', 'u')
    await seat.sees('Undid: archive 1 message')
    expect(await subjects(seat, 'archived')).toEqual([])
    await seat.sees('undone')
  })

  it('what changes nothing says so, and u undoes no other change', async () => {
    const seat = await sitBeforeSmall(3, size)
    await seat.press('a')
    await seat.sees('Acknowledged 1 message (u to undo)')
    await seat.press('a')
    await seat.sees(/[0-9A-Z]{5} is already acknowledged\s/u)
    await seat.press('p')
    await seat.sees('Marked 1 message as processing')
    await seat.press('p')
    await seat.sees(/[0-9A-Z]{5} is already processing\s/u)
    await seat.press('u')
    await seat.sees('Undid: mark 1 message as processing')
  })

  it('asks before it undoes a change of an earlier session', async () => {
    const store = await smallWorld(3)
    const before = await sitDown({ store, ...size })
    await before.press('e')
    await before.sees('Archived 1 message')
    await before.press('C-c')
    await before.exited()
    const seat = await sitDown({ store, ...size })
    await seat.press('u')
    await seat.sees(/Undo archiving 1 message, .* ago\? \(y, n\)/u)
    await seat.press('n', 'Enter')
    await seat.sees('Nothing was changed.')
    expect(await subjects(seat, 'archived')).toEqual(['Mail 1'])
    await seat.press('u', 'y')
    await seat.sees('Undid: archive 1 message')
    expect(await subjects(seat, 'archived')).toEqual([])
  })

  it('* offers all that match, and a change of many asks once, with the count', async () => {
    const seat = await sitBeforeSmall(205, size)
    await seat.press('*')
    await seat.sees('100 selected · * all 205 that match')
    await seat.press('*')
    await seat.sees('all 205 selected')
    await seat.press('e')
    await seat.sees('Archive 205 messages? (y, n)')
    await seat.press('y')
    await seat.sees('Archived 205 messages (u to undo)')
    expect(await subjects(seat, 'inbox')).toEqual([])
    await seat.press('u')
    await seat.sees('Undo archiving 205 messages? (y, n)')
    await seat.press('y')
    await seat.sees('Undid: archive 205 messages')
    expect(await subjects(seat, 'inbox')).toHaveLength(205)
  })

  it('a repeated * e restores nothing', async () => {
    const seat = await sitBeforeSmall(3, size)
    await seat.press('/')
    await seat.type('Mail')
    await seat.press('Enter')
    await seat.sees('Search')
    await seat.press('*', 'e')
    await seat.sees('Archived 3 messages')
    await seat.press('*', 'e')
    await seat.sees('3 messages are already archived')
    expect(await subjects(seat, 'archived')).toHaveLength(3)
  })

  it("another's mailbox is read-only until one acts as its owner", async () => {
    const seat = await sitBeforeSmall(1, size)
    const lea = await (await seat.outside()).as('lea')
    const task = await lea.send({ to: ['scout'], subject: 'A task', body: 'Do it.', kind: 'request' })
    await lea.send({ to: ['scout'], subject: 'Another', body: 'Later.' })
    const statusOf = async () =>
      (await (await (await seat.outside()).as('scout')).inbox({ all: true })).messages.map(
        ({ subject, status }) => `${subject} ${status}`,
      )
    await goTo(seat, /^\S* ?scout/u)
    await seat.sees('A task')
    for (const key of ['e', 'a', 'c', 'p', 'x', 's', 'P', 'U', 'E']) {
      await seat.press(key)
      await seat.sees("scout's mailbox is read-only: A acts as scout")
    }
    await seat.press('A')
    await seat.sees('acting as scout')
    await seat.press('Enter')
    await seat.sees('Do it.')
    await seat.quiet(600)
    expect(await statusOf()).toEqual(['A task unread', 'Another unread'])
    await seat.press('q', 'c')
    await seat.sees('As scout: complete 1 message, unread, unanswered? (y, n)')
    await seat.press('n', 'Enter')
    await seat.sees('Nothing was changed.')
    expect(await statusOf()).toEqual(['A task unread', 'Another unread'])
    await seat.press('c', 'y')
    await seat.sees('Completed 1 message for scout')
    await seat.press('a')
    await seat.sees('Acknowledged 1 message for scout')
    expect((await lea.history({ message: task.id })).events.at(-1)).toMatchObject({
      what: 'complete',
      actor: 'lea',
      owner: 'scout',
    })
    await seat.press('r')
    await seat.sees('Reply to')
    await seat.press('Esc')
    await goTo(seat, 'Inbox')
    await seat.sees('You no longer act as scout')
    await seat.misses('acting as')
  })

  it('All names the recipients, and changes your own copies only', async () => {
    const seat = await sitBeforeSmall(1, size)
    const bob = await (await seat.outside()).as('bob')
    await bob.send({ to: ['scout'], subject: 'Not yours', body: 'Private.', priority: 'urgent' })
    await goTo(seat, 'All')
    await seat.sees(/bob +→ scout +Not yours/u)
    await seat.press('e')
    await seat.sees(/You have no copy of [0-9A-Z]{5}: it is scout's/u)
    await seat.press('j', 'e')
    await seat.sees('Archived 1 message (u to undo)')
    expect(await subjects(seat, 'archived')).toEqual(['Mail 1'])
    expect(await subjects(seat, 'inbox', 'scout')).toEqual(['Not yours'])
  })
})

it('two supervisors see who acts as whom, and each change tells who made it', async () => {
  const store = await smallWorld(1)
  const [lea, bob] = [
    await sitDown({ store, columns: 140, rows: 30 }),
    await sitDown({ store, as: 'bob', columns: 140, rows: 30 }),
  ]
  const scout = await (await lea.outside()).as('scout')
  const { id } = await (await (await lea.outside()).as('bob')).send({
    to: ['scout'],
    subject: 'A task',
    body: 'Do it.',
  })
  await goTo(lea, /^\S* ?scout/u)
  await lea.sees('A task')
  await lea.press('A')
  await bob.sees('lea as scout')
  await goTo(bob, /^\S* ?scout/u)
  await bob.sees('A task')
  await bob.press('a')
  await bob.sees("scout's mailbox is read-only")
  await bob.press('A')
  await lea.sees('bob as scout')
  await bob.press('a', 'y')
  await bob.sees('Acknowledged 1 message for scout')
  await lea.press('P', 'y')
  await lea.sees('Pinned 1 message for scout')
  await lea.press('A')
  await lea.sees('You no longer act as scout')
  await bob.misses('lea as scout')
  const { events } = await scout.history({ message: id })
  expect(events.map(({ what, actor, owner }) => `${actor} ${what} ${owner}`).slice(-2)).toEqual([
    'bob ack scout',
    'lea pin scout',
  ])
})

it('the journal lists what this session changed before older changes, and opens a message', async () => {
  const store = await smallWorld(4)
  const before = await sitDown({ store, columns: 120, rows: 30 })
  await before.press('P')
  await before.sees('Pinned')
  await before.press('C-c')
  await before.exited()
  const seat = await sitDown({ store, columns: 120, rows: 30 })
  await seat.press('g', 'u')
  await seat.sees('You changed nothing in this session.')
  await seat.press('Esc')
  await seat.press('j', 'e')
  await seat.sees('Archived 1 message')
  await seat.press('g', 'u')
  await seat.sees(/▸ now +archiving +1 +Mail 2 +undoable/u)
  await seat.sees('Before this session')
  await seat.sees(/pinning +1 +Mail 1/u)
  await seat.press('Enter')
  await seat.sees('Search thread:')
  await seat.sees('Mail 2')
})
