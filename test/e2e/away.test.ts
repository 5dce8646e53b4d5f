import { afterAll, describe, expect, it } from 'vitest'
import {
  emptyStore,
  leaveAll,
  type Seat,
  type SeatOptions,
  seatAt,
  sitDown,
  start,
  watchpost,
} from '../support/terminal-world.ts'

afterAll(leaveAll)

/** Lea sits before a store where al and bob worked, and al needs her. */
async function sitBack(options: SeatOptions = {}): Promise<Seat> {
  const store = await emptyStore(['al', 'bob'], ['lea'])
  const seat = await (options.flags === undefined ? sitDown({ store, ...options }) : listen(store))
  const outside = await seat.outside()
  const [al, bob] = [await outside.as('al'), await outside.as('bob')]
  const { id: built } = await al.send({ to: ['bob'], subject: 'Build it', body: 'Please.' })
  const { id: lost } = await al.send({ to: ['bob'], subject: 'Deploy\u001b[31m it', body: 'Please.' })
  await bob.complete({ messages: [built] })
  await bob.fail({ messages: [lost], reason: 'no tests' })
  await al.escalate({ to: 'lea', subject: 'Which one?', body: 'A or B' })
  await outside.close()
  return seat
}

async function listen(store: string): Promise<Seat> {
  const seat = seatAt(start([...watchpost(store, 'lea'), '--accessible'], { columns: 180, rows: 60 }), store)
  await seat.sees('Press ? for the keys, q to quit.')
  return seat
}

describe.concurrent('what happened while a person was away', () => {
  it('is on one page, and Enter opens each line of it', async () => {
    const seat = await sitBack()
    await seat.press('g', 'a')
    await seat.sees('While you were away')
    await seat.sees(/1 thing waits for you[\s\S]*▸ 1 escalation[\s\S]*1 failed[\s\S]*Deploy.*it: no tests/u)
    await seat.sees(/1 finished[\s\S]*Build it[\s\S]*1 agent[\s\S]*bob +1 failed, 1 finished/u)
    await seat.press('j', 'j', 'Enter')
    await seat.misses('While you were away')
    await seat.sees(/Build it/u)
    await seat.press('g', 'a')
    await seat.sees('1 thing waits for you')
    await seat.press('G', 'Enter')
    await seat.sees(/bob[\s\S]*Timeline|Timeline[\s\S]*bob/iu)
    await seat.press('g', 'a')
    await seat.sees('1 thing waits for you')
    await seat.press('Enter')
    await seat.misses('While you were away')
    await seat.sees(/Which one\?/u)
  })

  it('is spoken, line by line', async () => {
    const seat = await sitBack({ flags: ['--accessible'] })
    await seat.press('g', 'a')
    await seat.sees('While you were away')
    await seat.sees('1 escalation from 1 agent')
    await seat.press('j')
    await seat.sees(/bob, Deploy.*it: no tests, 2 of 4/u)
    await seat.press('q')
    await seat.sees('Closed.')
  })

  it.each([
    [50, 20],
    [80, 24],
    [200, 50],
  ])('fits a terminal of %i by %i', async (columns, rows) => {
    const seat = await sitBack({ columns, rows })
    await seat.press('g', 'a')
    await seat.sees('While you were away')
    await seat.sees(/▸ 1 escalation/u)
    expect(seat.screen().every((line) => line.length <= columns)).toBe(true)
  })
})
