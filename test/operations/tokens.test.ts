import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lea: Mailbox
beforeEach(async () => {
  room = await openMailRoom('swarm_dev')
  lea = await room.join('lea', { kind: 'user' })
})
afterEach(() => room.close())

const open = async () => (await lea.listTokens({})).tokens.filter(({ revokedAt }) => revokedAt === null)

test.each(['key', 'token', 'id'] as const)('a token is revoked by its %s', async (by) => {
  await lea.createToken({ role: 'agent', id: 'swarm-c' })
  const made = await lea.createToken({ role: 'agent', id: 'swarm-b' })
  expect(await lea.revokeToken({ token: made[by] })).toMatchObject({ key: made.key, id: 'swarm-b' })
  expect((await open()).map(({ id }) => id)).toEqual(['swarm-c'])
  // Once more is done already.
  expect(await lea.revokeToken({ token: made.key })).toMatchObject({ key: made.key })
})

test('of several tokens of one bearer the key says which; nothing is revoked', async () => {
  const one = await lea.createToken({ role: 'user', id: 'max' })
  const two = await lea.createToken({ role: 'user', id: 'max' })
  await expect(lea.revokeToken({ token: 'max' })).rejects.toMatchObject({
    code: 'ambiguous',
    message: expect.stringMatching(
      new RegExp(`^max has 2 tokens: .*(?:${one.key}.*${two.key}|${two.key}.*${one.key})`, 'u'),
    ),
  })
  expect(await open()).toHaveLength(2)
  await lea.revokeToken({ token: one.key })
  expect(await lea.revokeToken({ token: 'max' })).toMatchObject({ key: two.key })
})

test('what is no token is not found', async () => {
  await expect(lea.revokeToken({ token: 'nobody' })).rejects.toMatchObject({ code: 'not-found' })
})
