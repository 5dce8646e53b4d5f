import { afterEach, beforeEach, expect, it } from 'vitest'
import { unlisted } from '../../src/domain/roster.ts'
import { contextOf } from '../../src/entry/demo/mailbox-context.ts'
import { openServerMailbox, type ServerMailbox } from '../../src/server-mailbox.ts'
import { peerOf } from '../support/mail-peer.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'
import { type Failing, failingOnSqlite } from '../support/statements.ts'

let room: MailRoom
let server: ServerMailbox
let failing: Failing | undefined
beforeEach(async () => {
  room = await openMailRoom('swarm-a', (connection) => {
    failing = failingOnSqlite(connection, 'refuses')
    return connection
  })
  await room.store.peers.put(peerOf('swarm-b', 'http://127.0.0.1:1'))
  const keeper = unlisted('keeper', null, 'user', room.now)
  server = openServerMailbox(contextOf(room.store, keeper, { swarm: 'swarm-a', now: () => room.now }))
})
afterEach(async () => {
  failing?.stop()
  await room.close()
})

const task = '0b8c4f3e-9a53-4a55-8f5b-0d7c5a1d6f10'
const take = (names: readonly string[]) =>
  server.takeParcel({
    way: 'forward',
    instance: 'swarm:swarm-b@swarm-a',
    parcel: {
      id: 'a1',
      source: 'swarm-b',
      target: 'swarm-a',
      sentAt: room.now,
      type: 'request',
      task,
      owner: 'user:max@swarm-b',
      contributors: [],
      request: 'a1',
      routing: null,
      sender: { address_type: 'agent', address: 'worker@swarm-b' },
      recipients: names.map((address) => ({ address_type: 'agent' as const, address })),
      subject: 'Hi',
      body: 'B',
    },
  })

it.each([
  ['may be written to', true, []],
  ['may not', false, ['lea']],
])('a parcel that names a person who %s many times costs no more than once', async (_, isAsked, unknown) => {
  const lea = await room.join('lea', { kind: 'user' })
  await room.join('boss')
  await take(['boss'])
  if (isAsked) await lea.send({ to: ['worker@swarm-b'], body: 'Do', kind: 'request', task })
  const names = Array.from({ length: 400 }, (_one, at) => (at % 2 === 0 ? 'lea' : 'lea@swarm-a'))
  failing?.at(300)
  const taken = await take(names)
  expect(failing?.failed).toBe(null)
  failing?.at(null)
  expect(taken.unknown.map(({ name }) => name)).toEqual(unknown)
  const { messages } = await lea.inbox({ kind: ['request'] })
  expect(messages.map(({ subject }) => subject)).toEqual(isAsked ? ['Hi'] : [])
})
