import { afterEach, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { emptyStore, leaveAll, openOutside, type Seat, sitDown } from '../support/terminal-world.ts'

afterEach(leaveAll)

/** Mail from another process than the program's. */
async function arrives(seat: Seat, subject: string, priority: 'urgent' | 'low' = 'urgent'): Promise<void> {
  const outside = await seat.outside()
  await (await outside.as('swarm_dev/tester')).send({ to: ['lea'], subject, body: 'Look.', priority })
}

describe('mail that arrives', () => {
  it('shows at once, and leaves selection and place where they are', async () => {
    const seat = await sitDown({ columns: 160, rows: 12 })
    await seat.press('j', 'j', 'j')
    await seat.sees(/▸ ! ● architect +⇒ Implement/u)
    const line = seat.screen().findIndex((text) => text.includes('⇒ Implement'))
    await arrives(seat, 'Disk is full')
    await seat.sees('12 unread')
    await seat.sees(/▸ ! ● architect +⇒ Implement/u)
    expect(seat.screen().findIndex((text) => text.includes('⇒ Implement'))).toBe(line)
    await seat.sees('Disk is full')
    await arrives(seat, 'Disk is empty', 'low')
    await seat.sees('↓ 1 new')
    await seat.press('g', 'n')
    await seat.sees(/▸ - ● tester +Disk is empty/u)
  })

  it('leaves the scroll of a thread', async () => {
    const seat = await sitDown({ columns: 80, rows: 16 })
    await seat.press('j', 'Enter')
    await seat.sees('Code review')
    await seat.press('G')
    await seat.sees('I wait with the merge')
    await seat.misses('Code review')
    await arrives(seat, 'Disk is full')
    await seat.sees(/10 unread|1[012] unread/u)
    await seat.quiet()
    expect(seat.screen().join('\n')).toContain('I wait with the merge')
    expect(seat.screen().join('\n')).not.toContain('Code review')
  })

  it('leaves what is typed into the reply line', async () => {
    const seat = await sitDown()
    await seat.press('j', 'r')
    await seat.type('half a sen')
    await seat.sees('half a sen')
    await arrives(seat, 'Disk is full')
    await seat.sees('Disk is full')
    await seat.type('tence')
    await seat.sees('half a sentence')
  })

  it('leaves what is typed into a form', async () => {
    const seat = await sitDown()
    await seat.press('m')
    await seat.type('coo')
    await seat.press('Tab', 'Tab')
    await seat.type('half a sub')
    await seat.sees('half a sub')
    await arrives(seat, 'Disk is full')
    await seat.sees('12 unread')
    await seat.type('ject')
    await seat.sees('half a subject')
  })

  it('leaves what is searched, and joins what was found', async () => {
    const seat = await sitDown()
    await seat.press('/')
    await seat.type('full')
    await seat.sees('No matches.')
    await arrives(seat, 'Disk is full')
    await seat.sees(/tester +Disk is full/u)
    await seat.type(' disk')
    await seat.sees('Search full disk')
    await seat.sees(/tester +Disk is full/u)
  })
})

describe('two at one message', () => {
  it('says what the other did: archived first', async () => {
    const seat = await sitDown()
    await seat.press('j', 'j', 'j', 'j')
    await seat.sees(/▸ ! ● coo +Budget/u)
    await seat.press('x')
    await seat.sees('What went wrong')
    const lea = await (await seat.outside()).as('lea')
    const { messages } = await lea.inbox({ limit: 50 })
    const budget = messages.find(({ subject }) => subject.startsWith('Budget'))
    await lea.archive({ messages: [budget?.id ?? ''] })
    await seat.press('Enter')
    await seat.sees(/Budget|archived/u)
    await seat.sees(/not: .*archived|is archived/u)
  })

  it('never consumes what another agent has, however it is opened', async () => {
    const seat = await sitDown()
    const outside = await seat.outside()
    const before = await (await outside.as('swarm_dev/critic')).count({})
    await goTo(seat, '◆ critic')
    await seat.sees("swarm_dev/critic's mailbox (read-only)")
    await seat.sees(/Inbox of swarm_dev\/critic ─(?:.|\n)*▸!! ● coo/u)
    await seat.press('Enter')
    await seat.sees(/Thread · \d+ message/u)
    await seat.press('j', 'z', 'R')
    await seat.quiet(500)
    expect(await (await outside.as('swarm_dev/critic')).count({})).toEqual(before)
  })

  it('counts own mail as read only when it stood on the screen', async () => {
    const seat = await sitDown()
    const lea = await (await seat.outside()).as('lea')
    const [first] = (await lea.inbox({ limit: 1 })).messages
    // In one piece: between two of them nothing can stand on the screen for long.
    await seat.send('\rq\rq')
    await seat.quiet(500)
    expect((await lea.inbox({ limit: 1 })).messages[0]).toMatchObject({ id: first?.id, status: 'unread' })
    await seat.press('Enter')
    await seat.sees('10 unread')
    const { receipts } = await lea.receipts({ message: first?.id ?? '' })
    expect(receipts.find(({ address }) => address === 'lea')?.shown).not.toBeNull()
  })
})

describe('a mailbox with more mail than is loaded', () => {
  const open = async () => {
    const store = await emptyStore(['lea', 'tester'])
    const before = await openOutside(store)
    const tester = await before.as('tester')
    for (let at = 1; at <= 150; at += 1)
      await tester.send({ to: ['lea'], subject: `Report ${at}`, body: '.' })
    await before.close()
    const seat = await sitDown({ store, columns: 120, rows: 16 })
    await seat.sees(/▸ .*Report 1 /u)
    return seat
  }

  it('says that mail came which stands behind the loaded rows, and goes there', async () => {
    const seat = await open()
    const tester = await (await seat.outside()).as('tester')
    await tester.send({ to: ['lea'], subject: 'The last one', body: '.', priority: 'low' })
    await seat.sees('↓ 1 new')
    await seat.press('g', 'n')
    await seat.sees(/▸ .*The last one/u)
    await seat.misses('new · gn')
  })

  it('does not call mail new that was restored', async () => {
    const seat = await open()
    await seat.press('e')
    await seat.sees('Archived')
    await seat.press('G')
    await seat.sees(/▸ .*Report 150/u)
    const outside = await (await seat.outside()).as('lea')
    const { messages } = await outside.inbox({ archived: true })
    await outside.restore({ messages: messages.map(({ id }) => id) })
    await seat.sees('150 unread')
    await seat.quiet()
    await seat.misses('new · gn')
  })
})
