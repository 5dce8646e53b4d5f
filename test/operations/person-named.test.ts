import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  critic = await room.join('critic')
  await critic.send({ to: ['human'], subject: 'Hello' })
})
afterEach(() => room.close())

describe.each(['user', 'human', 'ceo', 'overseer'])('the word %s', (word) => {
  test('means the person, where the mailbox of an agent can be named', async () => {
    for (const one of [lea, critic]) {
      expect((await one.showAgent({ agent: word })).address).toBe('lea')
      expect(await one.count({ owner: word })).toMatchObject({ total: 1 })
      expect((await one.inbox({ owner: word })).messages).toMatchObject([{ subject: 'Hello' }])
    }
  })

  test('means the one who acts, where there are several; an agent is asked which', async () => {
    const max = await room.join('max', { kind: 'user' })
    expect((await max.showAgent({ agent: word })).address).toBe('max')
    await expect(critic.showAgent({ agent: word })).rejects.toMatchObject({
      code: 'ambiguous',
      message: `${word} could be lea, max.`,
    })
  })

  test('is no name to register', async () => {
    await expect(lea.registerAgent({ agent: word })).rejects.toMatchObject({ code: 'usage' })
  })
})
