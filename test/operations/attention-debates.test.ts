import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let peers: readonly [Mailbox, Mailbox]

beforeEach(async () => {
  room = await openMailRoom()
  peers = [await room.join('ann'), await room.join('ben')]
})
afterEach(() => room.close())

it('a debate that cannot end needs whoever supervises, until somebody decides it', async () => {
  const lea = await room.join('lea')
  const [ann, ben] = peers
  const claim = await ann.send({ to: ['ben'], subject: 'Redis', kind: 'claim', statement: 'Use it.' })
  let last = claim.id
  for (const peer of [ben, ann]) last = (await peer.reply({ message: last, kind: 'counter', body: 'No.' })).id
  const whys = async () => (await lea.attention({})).attention
  expect(await whys()).toEqual([])
  last = (await ben.reply({ message: last, kind: 'counter', body: 'No!' })).id
  expect(await whys()).toMatchObject([
    {
      why: 'deadlock',
      reason: 'deadlocked: repeated counters without evidence',
      message: { id: last, from: 'ben', kind: 'counter' },
      command: `watchpost debate show ${claim.id}`,
    },
  ])
  const mia = await room.join('mia', { kind: 'user' })
  await mia.resolveDebate({ thread: claim.id, forceConsensus: true, decision: 'Redis' })
  expect((await whys()).map(({ why }) => why)).not.toContain('deadlock')
})
