import { afterAll, describe, expect, it } from 'vitest'
import { goTo } from '../support/terminal-roster.ts'
import { emptyStore, leaveAll, type Seat, sitDown } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** What the store holds of lea's mail, by subject. */
async function copies(
  seat: Seat,
  box: 'archived' | 'snoozed' | 'inbox' = 'inbox',
): Promise<readonly string[]> {
  const lea = await (await seat.outside()).as('lea')
  const { messages } = await lea.inbox({ limit: 50, ...(box === 'inbox' ? {} : { [box]: true }) })
  return messages.map(({ status, pinned, subject }) => `${status}${pinned ? ' pinned' : ''} ${subject}`)
}

const chosen = { Space: ['Space', 'Space', 'Space'], V: ['V', 'j', 'j'], '*': ['*'] } as const

describe.concurrent('a verb on a selection, undone and done again', () => {
  it.each([
    { key: 'a', says: 'Acknowledged {}', verb: 'acknowledge {}' },
    { key: 'p', says: 'Marked {} as processing', verb: 'mark {} as processing' },
    { key: 'c', says: 'Completed {}', verb: 'complete {}' },
    { key: 'e', says: 'Archived {}', verb: 'archive {}' },
    { key: 'P', says: 'Pinned {}', verb: 'pin {}' },
  ])('$key', async ({ key, says, verb }) => {
    const seat = await sitDown()
    const before = await copies(seat)
    await seat.press(...chosen.Space)
    await seat.sees('3 selected')
    await seat.press(key)
    await seat.sees(`${says.replace('{}', '3 messages')} (u to undo)`)
    await seat.misses('selected')
    const after = await copies(seat)
    expect(after).not.toEqual(before)
    await seat.press('u')
    await seat.sees(`Undid: ${verb.replace('{}', '3 messages')}`)
    expect(await copies(seat)).toEqual(before)
    await seat.press('C-r')
    await seat.sees(`Redid: ${verb.replace('{}', '3 messages')}`)
    expect(await copies(seat)).toEqual(after)
  })

  it.each([
    { by: 'V' as const, amount: 3 },
    { by: '*' as const, amount: 11 },
  ])('chosen by $by', async ({ by, amount }) => {
    const seat = await sitDown()
    await seat.press(...chosen[by])
    await seat.sees(`${amount} selected`)
    await seat.press('e')
    await seat.sees(`Archived ${amount} messages`)
    expect(await copies(seat)).toHaveLength(11 - amount)
    await seat.press('u')
    await seat.sees(`Undid: archive ${amount} messages`)
    expect(await copies(seat)).toHaveLength(11)
  })

  it('Esc gives a selection up', async () => {
    const seat = await sitDown()
    await seat.press('*')
    await seat.sees('11 selected')
    await seat.press('Esc')
    await seat.misses('selected')
  })

  it('x asks for a reason, which is kept', async () => {
    const seat = await sitDown()
    await seat.press('Space', 'Space', 'x')
    await seat.sees('What went wrong')
    await seat.type('out of disk')
    await seat.press('Enter')
    await seat.sees('Marked 2 messages as failed')
    expect((await copies(seat)).filter((copy) => copy.startsWith('failed'))).toHaveLength(2)
    await seat.press('u')
    await seat.sees('Undid: mark 2 messages as failed')
    expect((await copies(seat)).filter((copy) => copy.startsWith('failed'))).toHaveLength(0)
  })

  it('s asks for a time, says what it cannot read, and can be left', async () => {
    const seat = await sitDown()
    await seat.press('s')
    await seat.sees('Snooze 1 message until')
    await seat.press('Esc')
    await seat.misses('Snooze 1 message')
    await seat.press('Space', 'Space', 's')
    await seat.sees('Snooze 2 messages until')
    await seat.press('C-u')
    await seat.type('whenever')
    await seat.press('Enter')
    await seat.sees(/Not a time.*whenever/u)
    expect(await copies(seat, 'snoozed')).toEqual([])
    await seat.press('C-u')
    await seat.type('2h')
    await seat.press('Enter')
    await seat.sees('Snoozed 2 messages')
    expect(await copies(seat, 'snoozed')).toHaveLength(2)
    await seat.press('u')
    await seat.sees('Undid: snooze 2 messages')
    expect(await copies(seat, 'snoozed')).toEqual([])
  })

  it('E archives the thread, e in the archive restores', async () => {
    const seat = await sitDown()
    await seat.press('j', 'E')
    await seat.sees('Archived 2 messages')
    await seat.misses('Tests red on main')
    await goTo(seat, 'Archive')
    await seat.sees('─ Archive ─')
    await seat.sees('1–2 of 2')
    await seat.press('2', '*')
    await seat.sees('2 selected')
    await seat.press('e')
    await seat.sees('Restored 2 messages')
    expect(await copies(seat, 'archived')).toEqual([])
    expect(await copies(seat)).toHaveLength(11)
  })

  it('U makes unread what was read, and leaves it so', async () => {
    const seat = await sitDown()
    await seat.press('Enter')
    await seat.sees('10 unread')
    await seat.press('U')
    await seat.sees('Marked 1 message unread')
    await seat.sees('11 unread')
    await seat.quiet(500)
    expect((await copies(seat)).filter((copy) => copy.startsWith('unread'))).toHaveLength(11)
  })

  it('P again unpins', async () => {
    const seat = await sitDown()
    await seat.press('P')
    await seat.sees('Pinned 1 message')
    await seat.sees(/Priority change.*\^/u)
    await seat.press('P')
    await seat.sees('Unpinned 1 message')
  })

  it('says so when there is nothing to undo', async () => {
    const seat = await sitDown({ store: await emptyStore(['lea']) })
    await seat.press('u')
    await seat.sees(/nothing.*undo|Nothing/iu)
  })
})
