import { afterAll, describe, expect, it } from 'vitest'
import { copiedWorld, leaveAll, openOutside, sitDown, start, watchpost } from '../support/terminal-world.ts'

afterAll(leaveAll)

/** Of three items the critic has one; one more failed for good. */
async function queued(store: string) {
  const outside = await openOutside(store)
  const coo = await outside.as('coo')
  const critic = await outside.as('swarm_dev/critic')
  await coo.createQueue({ queue: 'chores', attempts: 1 })
  for (const subject of ['Deploy it', 'Sort the notes', 'Sweep the logs'])
    await coo.send({ to: ['queue:chores'], subject, body: 'Please.' })
  const lost = await critic.claim({ queue: 'chores' })
  await lost.settle()
  await critic.fail({ messages: [lost.value.message.id], of: 'queue:chores', reason: 'No access' })
  await (await critic.claim({ queue: 'chores' })).settle()
  return { outside, coo }
}

describe.concurrent('the board of queues', () => {
  it.each([
    { columns: 120, rows: 30 },
    { columns: 50, rows: 20 },
  ])('puts failed work back and gives work up, at %o', async (size) => {
    const store = await copiedWorld()
    const { outside, coo } = await queued(store)
    const seat = await sitDown({ store, ...size })
    const board = async () =>
      (await coo.queueBoard({ queue: 'chores' })).columns.map(({ items }) => items.map(({ title }) => title))
    await seat.press('g', 'q')
    await seat.sees(/Available .*Failed/u)
    await seat.press('l', 'l', 'j')
    await seat.sees(/▸ † Deploy it/u)
    await seat.press('r')
    await seat.sees(/Put the item back in chores/u)
    await seat.press('h')
    await seat.sees(/▸ ◐ Sort the notes/u)
    await seat.press('x')
    await seat.type('The branch is gone')
    await seat.press('Enter')
    await seat.sees(/Gave up the item/u)
    expect(await board()).toEqual([['Deploy it', 'Sweep the logs'], [], ['Sort the notes']])
    await seat.press('q')
    await seat.sees('Inbox')
    await outside.close()
  })

  it('is told line by line to a screen reader', async () => {
    const store = await copiedWorld()
    const { outside } = await queued(store)
    const seat = start([...watchpost(store, 'lea'), '--accessible'], { columns: 180, rows: 60 })
    await seat.sees('Press ? for the keys, q to quit.')
    await seat.press('g', 'q')
    await seat.sees(/Queues, all queues/u)
    await seat.press('l', 'l', 'j')
    await seat.sees(/Deploy it, failed, queue chores, too many attempts/u)
    await seat.press('q')
    await seat.sees('Closed.')
    await outside.close()
  })
})
