import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultSettings } from '../../src/domain/settings/settings.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeAll(async () => {
  room = await openMailRoom()
  await room.join('critic')
  await room.join('architect')
})
afterAll(() => room.close())

test('more unread mail than mailbox.max_queue_size is refused to one, not to all', async () => {
  const settings = { ...defaultSettings, mailbox: { ...defaultSettings.mailbox, maxQueueSize: 1 } }
  const architect = await room.as('architect', { settings })
  await architect.send({ to: ['critic'], subject: 'one' })
  await expect(architect.send({ to: ['critic'], subject: 'two' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('critic'),
    hint: expect.stringContaining('mailbox.max_queue_size'),
  })
  await architect.send({ to: ['all'], subject: 'three' })
  expect(await (await room.as('critic')).count({})).toMatchObject({ total: 2 })
})
