import { afterEach, beforeEach, expect, it } from 'vitest'
import { unlisted } from '../../../src/domain/roster.ts'
import { contextOf } from '../../../src/entry/demo/mailbox-context.ts'
import { openHub } from '../../../src/faces/http/hub.ts'
import { openServerMailbox } from '../../../src/server-mailbox.ts'
import { type MailRoom, openMailRoom } from '../../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom('swarm-a')
  await room.join('lea')
})
afterEach(() => room.close())

it('whoever serves next begins with the first of what failed', async () => {
  const { store } = room
  const mailbox = openServerMailbox(
    contextOf(store, unlisted('keyboard', null, 'user', room.now), { swarm: 'swarm-a' }),
  )
  const lea = await room.as('lea')
  const say = async (subject: string) =>
    void (await lea.send({ to: ['lea'], subject, task: 't', again: true }))
  let failing = ['two', 'three']
  const done: string[] = []
  const open = () =>
    openHub(
      mailbox,
      async ({ subject }) => {
        if (failing.includes(subject)) throw new Error(subject)
        done.push(subject)
      },
      () => undefined,
      1_000,
    )
  const first = await open()
  await first.look()
  for (const subject of ['one', 'two', 'three', 'four']) await say(subject)
  await first.look()
  expect(done).toEqual(['one', 'four'])
  await first.stop()
  failing = []
  const next = await open()
  await next.look()
  await next.stop()
  expect(done.slice(2)).toEqual(expect.arrayContaining(['two', 'three']))
  const last = await open()
  const before = done.length
  await last.look()
  await last.stop()
  expect(done).toHaveLength(before)
})
