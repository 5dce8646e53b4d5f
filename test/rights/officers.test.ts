import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeAll(async () => {
  room = await openMailRoom()
})
afterAll(() => room.close())

test('an officer looks after agents that report to no one, and after no person', async () => {
  const [lea, a, coo] = [
    await room.join('lea', { kind: 'user' }),
    await room.join('a'),
    await room.join('coo'),
  ]
  const { id } = await lea.send({ to: ['a', 'coo'], subject: 'Work' })
  const toLea = (await a.send({ to: ['lea'], subject: 'coo deletes files', priority: 'urgent' })).id
  await expect(coo.archive({ messages: [toLea], of: 'lea' })).rejects.toMatchObject({
    code: 'not-allowed',
    hint: 'Only lea or a person may do this.',
  })
  expect((await coo.archive({ messages: [id], of: 'a' })).messages).toHaveLength(1)
})
