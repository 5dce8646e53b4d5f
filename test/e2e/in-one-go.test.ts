import { afterAll, describe, expect, it } from 'vitest'
import { soon } from '../support/soon.ts'
import {
  copiedWorld,
  leaveAll,
  type Seat,
  seatAt,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

async function subjects(seat: Seat, box: { archived?: true } = {}): Promise<readonly string[]> {
  const { messages } = await (await (await seat.outside()).as('lea')).inbox({ limit: 50, ...box })
  return messages.map(({ subject }) => subject)
}

/** A busy machine reads in one go what a person typed one by one. */
describe.concurrent('what is typed in one go', () => {
  it('is as many deeds as keys, each on the row that moved up', async () => {
    const seat = await sitDown()
    const before = await subjects(seat)
    await seat.send('eee')
    await soon(async () => expect(await subjects(seat)).toEqual(before.slice(3)))
    await seat.send('uuu')
    await soon(async () => expect(await subjects(seat)).toEqual(before))
  })

  it('finds, opens and puts away what was searched for', async () => {
    const seat = await sitDown()
    await seat.send('/from:librarian\r\re')
    await seat.sees('Archived 1 message')
    expect(await subjects(seat, { archived: true })).toHaveLength(1)
    const [message] = (await (await (await seat.outside()).as('lea')).inbox({ archived: true })).messages
    expect(message?.from).toContain('librarian')
  })

  it('answers, and goes on with another message', async () => {
    const seat = await sitDown()
    await seat.send('jrOn it\rm')
    await seat.sees('New message')
    await seat.send('coo\tx')
    await seat.sees(/Cc +x/u)
    await seat.sees(/To +coo/u)
    const { drafts } = await (await (await seat.outside()).as('lea')).listDrafts({})
    expect(drafts.map(({ fields }) => fields['body'])).toContain('On it')
  })

  it('is Escape and another key', async () => {
    const seat = await sitDown()
    await seat.send('/nothing\x1b:')
    await seat.sees('Tab complete')
    await seat.send('whoami\r')
    await seat.sees('lea (by ')
  })

  it('may come before the program has begun', async () => {
    const program = start(watchpost(await copiedWorld(), 'lea'))
    await program.send('/from:coo\r\r')
    await program.sees(/lea: .*shown/u)
  })

  it('may come before anything is there', async () => {
    const store = await copiedWorld()
    const program = start(watchpost(store, 'lea'))
    await program.until('the alternate screen', () => program.isAlternate())
    await program.send('/from:coo\r\r')
    await program.sees(/lea: .*shown/u)
    expect((await subjects(seatAt(program, store))).length).toBeGreaterThan(0)
  })
})
