import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailStore } from '../../store/mail-store.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { makeFolder } from '../support/store-bare.ts'
import { enroll, post } from './fixture.ts'

let folder = makeFolder()
let store: MailStore
let other: MailStore
const options = { create: true, durability: 'normal' } as const
const rings = () => {
  const bell = join(folder.location, 'bell')
  return existsSync(bell) ? statSync(bell, { bigint: true }).mtimeNs : 0n
}

beforeEach(async () => {
  folder = makeFolder()
  store = await openSqliteStore(folder.location, options)
  other = await openSqliteStore(folder.location, options)
  await enroll(store, 'writer', 'reader')
})
afterEach(async () => {
  await store.close()
  await other.close()
  folder.remove()
})

/** How often a name is written down. */
const named = (address: string) => {
  const database = new Database(join(folder.location, 'mail.db'))
  const count = database.prepare('SELECT count(*) FROM agents WHERE address = ?').pluck().get(address)
  database.close()
  return count
}
const send = (key: string, body = 'body') => store.messages.deliver(post({ key, body }))

const newest = async (of: MailStore) => (await of.messages.newest()).message

describe('changes that are gathered', () => {
  it('are there for others once they are stored, and those that fail are left out', async () => {
    store.gather()
    const first = await send('one')
    await expect(send('one', 'another')).rejects.toMatchObject({ code: 'conflict' })
    await expect(store.messages.deliver(post({ from: 'new', to: ['nobody'] }))).rejects.toMatchObject({
      code: 'not-found',
    })
    const second = await send('two')
    expect([await newest(store), await newest(other)]).toEqual([second.id, null])
    await store.commit()
    expect(second.id).toBe(first.id + 1)
    expect(await newest(other)).toBe(second.id)
    expect((await send('three')).id).toBe(second.id + 1)
    expect(named('new')).toBe(0)
    const known = await store.messages.deliver(post({ from: 'new' }))
    expect((await other.messages.read(known.id, null))?.message.from).toBe('new')
  })

  it('ring no bell where they change nothing, and after them changes are stored by themselves', async () => {
    await send('one')
    const before = rings()
    store.gather()
    await send('one')
    await store.commit()
    expect(rings()).toBe(before)
    await store.commit()
    const { id } = await send('two')
    expect(await newest(other)).toBe(id)
  })

  it('keep others from writing from the first of them on', async () => {
    const database = new Database(join(folder.location, 'mail.db'), { timeout: 0 })
    store.gather()
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    await send('one')
    expect(() => database.exec('BEGIN IMMEDIATE')).toThrow(/locked/u)
    await store.commit()
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    database.close()
  })
})
