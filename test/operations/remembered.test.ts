import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { type MailRoom, noon, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let sender: Mailbox
/** Another process: what it changes, the sender's memory of the roster knows nothing of. */
let elsewhere: MailStore
const doer = { actor: 'operator', principal: null, session: null, command: 'test' }
const register = (address: string, role: string | null = null) =>
  elsewhere.roster.register({ address, longForm: null, ...(role === null ? {} : { role }) }, doer, noon)

beforeEach(async () => {
  room = await openMailRoom()
  sender = await room.join('sender')
  await room.join('critic')
  elsewhere = await openSqliteStore(room.location, { create: false, durability: 'normal' })
})
afterEach(async () => {
  await elsewhere.close()
  await room.close()
})

const reached = async (to: string) =>
  (await sender.send({ to: [to], subject: `to ${to}` })).recipients.map(({ address }) => address)

describe('a roster that is remembered', () => {
  test('refuses nobody who came meanwhile', async () => {
    await expect(reached('newcomer')).rejects.toMatchObject({ code: 'unknown-recipient' })
    await register('newcomer')
    expect(await reached('newcomer')).toEqual(['newcomer'])
  })

  test('writes to nobody who went meanwhile', async () => {
    expect(await reached('critic')).toEqual(['critic'])
    await elsewhere.roster.setState('critic', 'dead', doer, noon)
    await expect(reached('critic')).rejects.toMatchObject({ code: expect.any(String) })
    const { rows } = await elsewhere.messages.sent('sender', { limit: 10, after: null })
    expect(rows).toHaveLength(1)
  })

  test('reaches whoever holds a role by now', async () => {
    await register('first', 'reviewer')
    expect(await reached('role:reviewer')).toEqual(['first'])
    await register('second', 'reviewer')
    expect(await reached('role:reviewer')).toEqual(['first', 'second'])
  })
})
