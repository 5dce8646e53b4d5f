import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let critic: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  critic = await room.join('critic')
})
afterEach(() => room.close())

const hold = (to: readonly string[], subject: string, more: object = {}) =>
  critic.send({ to, subject, hold: true, ...more })
const subjects = async (owner: string) =>
  (await (await room.as(owner)).inbox({})).messages.map(({ subject }) => subject)

describe('mail that is held for a group', () => {
  test('goes to whoever is added, once, and the group holds it no more', async () => {
    await critic.createGroup({ group: 'ops' })
    for (const written of ['group:ops', 'ops', '@ops']) await hold([written], written)
    for (const agent of ['max', 'nux', 'ann']) await room.join(agent)
    await critic.addMembers({ group: 'ops', members: ['max', 'nux'] })
    for (const agent of ['max', 'nux']) expect(await subjects(agent)).toEqual(['group:ops', 'ops', '@ops'])
    await critic.addMembers({ group: 'ops', members: ['ann'] })
    expect(await subjects('ann')).toEqual([])
    expect((await (await room.as('max')).inbox({})).messages[0]).toMatchObject({
      owes: true,
      status: 'unread',
    })
  })

  test('waits for a group that is not there yet, and for one inside it', async () => {
    await hold(['group:outer'], 'Held')
    await critic.createGroup({ group: 'inner' })
    await critic.createGroup({ group: 'outer', members: ['group:inner', 'critic'] })
    await room.join('max')
    await critic.addMembers({ group: 'inner', members: ['max'] })
    expect(await subjects('max')).toEqual(['Held'])
    expect(await subjects('critic')).toEqual([])
  })

  test('goes to a member that comes later, under whatever spelling', async () => {
    await critic.createGroup({ group: 'ops', members: ['gastown/polecats/max', 'gastown/crew/*'] })
    await hold(['group:ops'], 'Held')
    for (const agent of ['gastown/max', 'gastown/crew/ann', 'gastown/crew/bob', 'gastown/polecats/nux'])
      await room.join(agent)
    for (const agent of ['gastown/max', 'gastown/ann', 'gastown/bob'])
      expect(await subjects(agent)).toEqual(['Held'])
    expect(await subjects('gastown/nux')).toEqual([])
  })

  test('comes back to its sender when nobody was added in time', async () => {
    await critic.createGroup({ group: 'ops' })
    const { id } = await hold(['ops'], 'Held', { ttl: hour })
    room.now += 2 * hour
    const { acts } = await critic.patrol({})
    expect(acts).toMatchObject([{ act: 'dead-letters', messages: [id] }, { messages: [id] }, {}])
    expect(await subjects('critic')).toEqual(['Undelivered: Held'])
    await room.join('max')
    await critic.addMembers({ group: 'ops', members: ['max'] })
    expect(await subjects('max')).toEqual([])
  })

  test('can be given to somebody else, and is held no longer', async () => {
    await critic.createGroup({ group: 'ops' })
    const { id } = await hold(['ops'], 'Held')
    for (const agent of ['max', 'nux']) await room.join(agent)
    await critic.redeliver({ message: id, to: ['max'] })
    await critic.addMembers({ group: 'ops', members: ['nux'] })
    expect(await subjects('max')).toEqual(['Held'])
    expect(await subjects('nux')).toEqual([])
  })
})

describe('mail that is held for a pattern or a set', () => {
  test.each([
    ['gastown/crew/*', 'gastown/crew/ann', 'gastown/polecats/nux'],
    ['*/witness', 'gastown/witness', 'gastown/refinery'],
    ['@dogs', 'deacon/dogs/rex', 'deacon/'],
    ['@polecats/gastown', 'gastown/polecats/nux', 'greenplace/polecats/nux'],
  ])('%s goes to %s, not to %s, once', async (written, who, other) => {
    await hold([written], 'Held')
    await room.join(other)
    const box = await room.join(who)
    await box.registerAgent({ agent: who, tag: ['project:x'] })
    expect((await box.inbox({})).messages.map(({ subject }) => subject)).toEqual(['Held'])
    expect(await subjects(other.replace('/polecats/', '/'))).toEqual([])
  })

  test('is a dead letter only where nobody came', async () => {
    const lost = await hold(['@dogs'], 'Lost', { ttl: hour })
    await hold(['*/witness'], 'Found', { ttl: hour })
    await room.join('gastown/witness')
    room.now += 2 * hour
    await room.store.deliveries.bury(room.now, 10)
    const { messages } = await critic.inbox({ everyone: true, dead: true })
    expect(messages.filter(({ deadReason }) => deadReason === 'held-expired')).toMatchObject([
      { id: lost.id, owner: '@dogs' },
    ])
  })
})
