import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

const as = async (seat: Seat, address = 'lea') => (await seat.outside()).as(address)

const status = (seat: Seat, queue: string, subject: string) =>
  as(seat)
    .then((lea) => lea.inbox({ owner: `queue:${queue}` }))
    .then(({ messages }) => messages.find((message) => message.subject === subject))

describe.concurrent('a queue', () => {
  it('gives its next item to whoever takes it, who keeps, gives back or ends it', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'work')
    await seat.sees('─ Queue work ─')
    await seat.sees(/Split the claim statement.*implementer \dm left/u)
    await seat.sees('See the design, section 4.')
    await seat.sees(/work +3\/1/u)
    await seat.press('t')
    await seat.sees(/▸.*Write the kill test.*lea \d+m left/u)
    await seat.sees(/work +2\/2/u)
    expect((await status(seat, 'work', 'Write the kill test'))?.lease).toMatchObject({
      by: 'lea',
      attempt: 1,
    })
    await seat.press('w')
    await seat.sees(/the lease ends at \d\d:\d\d/u)
    await seat.press('b')
    await seat.sees('this attempt does not count')
    await seat.sees(/work +3\/1/u)
    expect(await status(seat, 'work', 'Write the kill test')).toMatchObject({ status: 'unread', lease: null })
    await seat.press('t')
    await seat.sees(/▸.*Write the kill test.*lea \d+m left/u)
    await seat.press('c')
    await seat.sees('Completed 1 message for queue:work')
    await seat.misses('Write the kill test')
    expect(await (await as(seat)).showQueue({ queue: 'work' })).toMatchObject({ completed: 1, processing: 1 })
  })

  it('says who has what one wants to give back', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'work')
    await seat.sees('─ Queue work ─')
    await seat.sees(/▸.*Split the claim statement.*implementer \dm left/u)
    await seat.press('b')
    await seat.sees('is claimed by swarm_dev/implementer')
  })

  it('takes up again what was given up', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'benchmarks')
    await seat.sees('─ Queue benchmarks ─')
    await seat.sees(/† coo.*too many attempts/u)
    await seat.press('d')
    await seat.sees('Deliver again to (empty: its owner):')
    await seat.press('Enter')
    await seat.sees('Delivered again to queue:benchmarks')
    await seat.sees(/benchmarks +1\/0 /u)
  })

  it('is paused, resumed, closed and made by key', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'work')
    await seat.sees('─ Queue work ─')
    await seat.press('O')
    await seat.sees('─ Queue work · paused ─')
    await seat.press('t')
    await seat.sees('The queue work is paused.')
    await seat.press('O')
    await seat.sees('─ Queue work ─')
    await seat.press('X')
    await seat.sees('Close the queue work? (y, n):')
    await seat.press('n', 'Enter')
    await seat.sees('The queue stays open.')
    await seat.press('+')
    await seat.sees('New (queue NAME')
    await seat.type('night order=priority attempts=5 lease=1h')
    await seat.press('Enter')
    await seat.sees('─ Queue night ─')
    await seat.sees('This queue is empty.')
    expect(await (await as(seat)).showQueue({ queue: 'night' })).toMatchObject({
      order: 'priority',
      attempts: 5,
      lease: '1h',
    })
    await seat.press('+', 'C-u')
    await seat.type('queue Bad!')
    await seat.press('Enter')
    await seat.sees('Invalid name for a queue')
  })
})

describe.concurrent('a stream', () => {
  it('is read downwards, and what is typed in a channel is posted there', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, '#alerts')
    await seat.sees('─ #alerts ─')
    await seat.until('the newest post lowest', (lines) => {
      const at = (text: string) => lines.findIndex((line) => line.includes(text))
      return (
        at('Runner at 91') < at('Runner out of space') &&
        at('Runner out of space') < lines.findIndex((line) => /▸ +coo/u.test(line))
      )
    })
    await seat.press('m')
    await seat.sees('To channel:alerts:')
    await seat.type('Cleared. Go on.')
    await seat.press('Enter')
    await seat.sees('sending in')
    await seat.sees(/lea +Cleared\. Go on\./u)
    const { messages } = await (await as(seat)).inbox({ owner: 'channel:alerts' })
    expect(messages.at(-1)).toMatchObject({ from: 'lea', to: ['channel:alerts'], preview: 'Cleared. Go on.' })
    const copies = await (await as(seat, 'swarm_dev/librarian')).inbox({ unread: true })
    expect(copies.messages.map(({ preview }) => preview)).toContain('Cleared. Go on.')
  })

  it('is subscribed to, left, closed and deleted by key', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, '#alerts')
    await seat.sees('─ #alerts ─')
    await seat.press('S')
    await seat.sees('#alerts · subscribed')
    await seat.press('S')
    await seat.sees('Unsubscribed from #alerts')
    await seat.press('X', 'y')
    await seat.sees('#alerts · closed')
    await seat.press('X')
    await seat.sees('Delete the channel alerts?')
    await seat.press('y')
    await seat.sees('─ Inbox ─')
    await seat.misses('#alerts ')
  })

  it('is there by itself for every tag in use', async () => {
    const seat = await sitDown({ columns: 200 })
    await seat.misses('#papyri')
    const lea = await as(seat)
    await lea.updateAgent({ agent: 'swarm_dev/critic', tag: ['project:papyri'] })
    await seat.sees('#papyri')
    await (await as(seat, 'coo')).send({ to: ['project:papyri'], subject: 'Fragment 12' })
    await goTo(seat, '#papyri')
    await seat.sees('─ #papyri · 1 bearer ─')
    await seat.sees(/coo +Fragment 12/u)
    await seat.press('m')
    await seat.sees('To project:papyri:')
    await seat.type('Read it first')
    await seat.press('Enter')
    await seat.sees(/lea +Read it first/u)
    const { messages } = await (await as(seat, 'swarm_dev/critic')).inbox({ unread: true, from: ['lea'] })
    expect(messages[0]).toMatchObject({
      to: ['project:papyri'],
      preview: 'Read it first',
      kind: 'notification',
    })
  })

  it('takes what is typed even while nobody bears the tag', async () => {
    const seat = await sitDown({ columns: 200 })
    const lea = await as(seat)
    await lea.send({ to: ['concern:costs'], subject: 'Ten a day', hold: true })
    await seat.sees('#costs')
    await goTo(seat, '#costs')
    await seat.sees('─ #costs · no agents have it ─')
    await seat.sees('Ten a day')
    await seat.press('m')
    await seat.type('Make it five')
    await seat.press('Enter')
    await seat.sees(/lea +Make it five/u)
    await lea.updateAgent({ agent: 'coo', tag: ['concern:costs'] })
    const { messages } = await (await as(seat, 'coo')).inbox({ from: ['lea'], unread: true })
    expect(messages.map(({ preview }) => preview)).toContain('Make it five')
  })

  it('is answered before everybody who reads it', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, '#inscription')
    await seat.sees('─ #inscription · 2 bearers ─')
    await seat.sees(/▸ +architect/u)
    await seat.press('r')
    await seat.sees('Reply to swarm_dev/architect')
    await seat.type('Line 12 is right')
    await seat.press('Enter')
    await seat.sees(/lea +↩ response +Line 12 is right/u)
    const { messages } = await (await as(seat)).inbox({ owner: 'project:inscription' })
    expect(messages.at(-1)).toMatchObject({ to: ['swarm_dev/architect'], cc: ['project:inscription'] })
  })
})

describe.concurrent('a group', () => {
  it('is made, filled, emptied, opened and deleted by key', async () => {
    const seat = await sitDown({ columns: 200 })
    await goTo(seat, 'reviewers')
    await seat.sees('─ Group reviewers ─')
    await seat.sees(/▸ ◆ swarm_dev\/critic +idle/u)
    await seat.sees(/role:architect +role/u)
    await seat.press('D')
    await seat.sees('Removed 1 member')
    await seat.misses('swarm_dev/critic ')
    await seat.press('A')
    await seat.sees('Add to reviewers')
    await seat.type('coo swarm_dev/*')
    await seat.press('Enter')
    await seat.sees(/swarm_dev\/\* +pattern/u)
    const { members } = await (await as(seat)).showGroup({ group: 'reviewers' })
    expect(members).toEqual(['swarm_dev/tester', 'role:architect', 'coo', 'swarm_dev/*'])
    await seat.press('+')
    await seat.type('judges bob group:reviewers')
    await seat.press('Enter')
    await seat.sees('─ Group judges ─')
    await seat.sees(/▸ ◆ bob/u)
    await seat.press('j', 'Enter')
    await seat.sees('─ Group reviewers ─')
    await seat.press('X', 'y')
    await seat.sees('Deleted the group reviewers')
    await seat.misses(/ {2}reviewers/u)
  })
})
