import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  critic = await room.join('critic')
  await lea.createQueue({ queue: 'work' })
})
afterEach(() => room.close())

const put = async (subject: string) => (await lea.send({ to: ['queue:work'], subject, body: 'Do it' })).id
const titles = async (input = {}) =>
  (await lea.queueBoard(input)).columns.map(({ column, count, items }) => [
    column,
    count,
    items.map(({ title }) => title),
  ])

test('lists every column with its count, and one column page by page', async () => {
  await put('One')
  await put('Two')
  await put('Three')
  await (await critic.claim({ queue: 'work' })).settle()
  expect(await titles()).toEqual([
    ['available', 2, ['Two', 'Three']],
    ['processing', 1, ['One']],
    ['failed', 0, []],
  ])
  const [page] = (await lea.queueBoard({ queue: 'work', column: 'available', limit: 1 })).columns
  expect(page?.items).toMatchObject([{ queue: 'work', title: 'Two', from: 'lea', attempts: 0, heldBy: null }])
  expect(await titles({ column: 'available', limit: 1, after: page?.next })).toEqual([
    ['available', 2, ['Three']],
  ])
  await expect(lea.queueBoard({ after: page?.next ?? '' })).rejects.toMatchObject({ code: 'usage' })
  await expect(lea.queueBoard({ queue: 'none' })).rejects.toMatchObject({ code: 'not-found' })
})

test('an item goes back, and what is given up is told to its sender with the reason', async () => {
  const id = await put('One')
  await (await critic.claim({ queue: 'work' })).settle()
  await lea.requeue({ queue: 'work', message: id })
  expect((await titles())[0]).toEqual(['available', 1, ['One']])
  await (await critic.claim({ queue: 'work' })).settle()
  await critic.giveUp({ queue: 'work', message: id, reason: 'The branch is gone.' })
  expect((await titles())[2]).toEqual(['failed', 1, ['One']])
  const [notice] = (await lea.inbox({})).messages
  expect(notice?.subject).toBe('Undelivered: One')
  expect((await lea.read({ messages: [notice?.id ?? ''] })).value.messages[0]?.body).toContain(
    'was given up on: critic marked it as failed: The branch is gone.',
  )
  await critic.undo({})
  expect((await titles())[1]).toEqual(['processing', 1, ['One']])
})
