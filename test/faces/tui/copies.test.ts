import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inboxRows } from '../../../src/faces/tui/panes/inbox/fetched.ts'
import type { Mailbox } from '../../../src/mailbox.ts'
import { hour, type MailRoom, minute, noon, openMailRoom } from '../../support/mailbox.ts'
import { frameText } from '../../support/screen-text.ts'
import { sitBefore } from '../../support/tui-state.ts'

let room: MailRoom
let lea: Mailbox
let critic: Mailbox
let scout: Mailbox

beforeAll(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  critic = await room.join('critic')
  scout = await room.join('scout')
})
afterAll(() => room.close())

/** How often each row says that its message is there, by subject. */
async function shown(of: 'everyone' | 'critic'): Promise<Readonly<Record<string, string>>> {
  const page = await lea.inbox(of === 'everyone' ? { everyone: true, all: true } : { owner: of, all: true })
  const rows = inboxRows(page).rows.flatMap((row) => (row.type === 'mail' ? [row] : []))
  return Object.fromEntries(
    rows.map((row) => [row.message.subject, /×\d+/u.exec(frameText(sitBefore([row]).state))?.[0] ?? '']),
  )
}

const send = async (subject: string, to: readonly string[], more: object = {}) =>
  (await lea.send({ to, subject, body: subject, ...more })).id

describe('a row says ×N where several agents have a copy of the message', () => {
  test('a copy to which much happened is one copy', async () => {
    const id = await send('eventful', ['critic'])
    await (await critic.read({ messages: [id] })).settle()
    await critic.ack({ messages: [id] })
    await critic.unread({ messages: [id] })
    await critic.process({ messages: [id] })
    await critic.unread({ messages: [id] })
    await critic.archive({ messages: [id] })
    await critic.undo({})
    await critic.snooze({ messages: [id], until: '1h' })
    room.now = noon + 2 * hour
    await critic.pin({ messages: [id] })
    expect((await critic.history({ message: id })).events.length).toBeGreaterThan(8)
    expect(await shown('everyone')).toEqual({ eventful: '' })
    expect(await shown('critic')).toEqual({ eventful: '' })
  })

  test('what failed, died and came again is one copy', async () => {
    const id = await send('again', ['critic'])
    await critic.fail({ messages: [id], reason: 'no tests' })
    await lea.redeliver({ message: id })
    const late = await send('late', ['critic'], { ttl: minute })
    room.now += hour
    await room.store.deliveries.bury(room.now, 20)
    await lea.redeliver({ message: late })
    expect(await shown('everyone')).toMatchObject({ again: '', late: '' })
  })

  test('several recipients have several copies, whatever each did', async () => {
    const both = await send('both', ['critic', 'scout'])
    await scout.archive({ messages: [both] })
    await send('twice named', ['critic', 'critic'], { cc: ['critic'] })
    expect(await shown('everyone')).toMatchObject({ both: '×2', 'twice named': '' })
    expect(await shown('critic')).toMatchObject({ both: '', 'twice named': '' })
  })
})
