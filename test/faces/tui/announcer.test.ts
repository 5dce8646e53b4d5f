import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAnnouncer } from '../../../src/faces/tui/loop/effects/announcer.ts'
import { type MailRoom, minute, openMailRoom } from '../../support/mailbox.ts'

let room: MailRoom
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('lea', { kind: 'user' })
})
afterEach(() => room.close())

const where = { thread: null, replying: false, acting: null }

it('a screen says when its last key was, and that there was none', async () => {
  let pressedAt = Number.NEGATIVE_INFINITY
  const announcer = openAnnouncer(await room.as('lea'), 't1', {
    pressedAt: () => pressedAt,
    dispatch: () => undefined,
  })
  const told = async () => {
    announcer.tell(where)
    let known = await room.store.presence.list(0)
    while (known[0]?.seenAt !== room.now) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      known = await room.store.presence.list(0)
    }
    return known[0]?.keyAt
  }
  expect(await told()).toBeNull()
  pressedAt = performance.now() - minute
  room.now += minute
  const idle = room.now - ((await told()) ?? 0)
  expect(Math.abs(idle - minute)).toBeLessThan(minute)
  expect(idle).toBeGreaterThanOrEqual(minute)
  await announcer.leave()
})
