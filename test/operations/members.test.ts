import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom('dev')
})
afterEach(() => room.close())

describe('who registers in the store of a swarm', () => {
  test.each<readonly [string, { readonly swarm?: string; readonly kind?: 'user' }, string | null]>([
    ['critic', {}, 'dev'],
    ['critic', { swarm: 'other' }, 'other'],
    ['dev/critic', {}, null],
    ['gastown/crew/max', {}, null],
    ['mayor', {}, 'dev'],
    ['bob', { kind: 'user' }, null],
    ['bob', { kind: 'user', swarm: 'dev' }, 'dev'],
  ])('%s %j is of %j', async (address, more, swarm) => {
    const { address: name } = await room.person.registerAgent({ agent: address, ...more })
    expect((await room.store.roster.find(name))?.swarm).toBe(swarm)
  })

  test('stays in the swarm that it said once', async () => {
    await room.person.registerAgent({ agent: 'critic', swarm: 'other' })
    expect(await room.person.registerAgent({ agent: 'critic', role: 'reviewer' })).toMatchObject({
      swarm: 'other',
    })
  })

  test('is reached by what goes to the swarm, also who comes after it was sent', async () => {
    const lea = await room.join('lea')
    for (const agent of ['critic', 'dev/tester', 'other/reader']) await room.join(agent)
    const { recipients } = await lea.send({ to: ['broadcast:dev'], subject: 'Standup' })
    expect(recipients.map(({ address }) => address).sort()).toEqual(['critic', 'dev/tester'])
    expect((await (await room.join('late')).inbox({})).messages).toMatchObject([{ subject: 'Standup' }])
    expect((await (await room.join('other/late')).inbox({})).messages).toEqual([])
  })

  test('is one agent, however it is spelt', async () => {
    const lea = await room.join('lea', { swarm: 'other' })
    await room.join('critic')
    await room.join('elsewhere/reader')
    for (const spelt of ['critic', 'dev/critic', 'critic@dev'])
      expect(await lea.resolve({ to: [spelt] })).toMatchObject({ recipients: [{ address: 'critic' }] })
    expect(await lea.resolve({ to: ['reader@elsewhere'] })).toMatchObject({
      recipients: [{ address: 'elsewhere/reader' }],
    })
    await expect(lea.resolve({ to: ['critic@other'] })).rejects.toMatchObject({ code: 'unknown-recipient' })
  })
})

test('a store of no swarm puts nobody into one', async () => {
  const other = await openMailRoom()
  await other.join('critic')
  expect((await other.store.roster.find('critic'))?.swarm).toBeNull()
  await other.close()
})
