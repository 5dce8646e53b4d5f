import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { KeyDriver } from '../../src/services/key-driver.ts'
import { keysIn } from '../support/keys.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let home: string
let keys: KeyDriver
beforeEach(async () => {
  room = await openMailRoom()
  home = mkdtempSync(join(tmpdir(), 'watchpost-keys-'))
  keys = keysIn(home)
  for (const agent of ['critic', 'scout']) await room.join(agent)
})
afterEach(async () => {
  await room.close()
  rmSync(home, { recursive: true, force: true })
})
const critic = (driver = keys) => room.as('critic', { keys: driver })

/** The same keys by the name of another machine. */
const onMachine = (machine: string, driver: KeyDriver): KeyDriver => ({
  open: async () => ({ ...(await driver.open()), machine }),
})

test('a key is made once, and listed for everybody', async () => {
  const [made] = (await (await critic()).makeKey({})).keys
  const again = await (await critic()).makeKey({})
  expect(again.keys).toEqual([made])
  expect(made).toMatchObject({ holder: 'critic', listed: true, here: true, lost: false })
  const scout = await room.as('scout', { keys: keysIn() })
  expect((await scout.listKeys({})).keys).toMatchObject([{ holder: 'critic', key: made?.key, here: false }])
  expect((await scout.listKeys({ agent: 'critic' })).keys).toHaveLength(1)
})

test('a rotation lists the new key alone, and keeps the old one here', async () => {
  const [old] = (await (await critic()).makeKey({})).keys
  room.now += 1000
  const { keys: rotated } = await (await critic()).rotateKey({})
  expect(rotated).toMatchObject([
    { listed: true, here: true },
    { key: old?.key, listed: false, here: true, machine: null },
  ])
  expect(rotated[0]?.key).not.toBe(old?.key)
})

test('a holder on two machines has a key on each, until one is taken off', async () => {
  await (await critic(onMachine('one', keys))).makeKey({})
  const other = onMachine('two', keysIn())
  expect((await (await critic(other)).makeKey({})).keys).toMatchObject([
    { machine: 'one', here: false, lost: false },
    { machine: 'two', here: true },
  ])
  expect((await (await critic(other)).rotateKey({})).keys.filter(({ listed }) => listed)).toHaveLength(2)
  const { keys: left } = await (await critic(other)).rotateKey({ only: true })
  expect(left.filter(({ listed }) => listed)).toMatchObject([{ machine: 'two', here: true }])
})

test('a key that is missing on its machine is told', async () => {
  await (await critic()).makeKey({})
  rmSync(join(home, 'keys'), { recursive: true })
  expect((await (await critic()).listKeys({})).keys).toMatchObject([{ holder: 'critic', lost: true }])
  // The next one takes its place.
  const { keys: rotated } = await (await critic()).rotateKey({})
  expect(rotated).toMatchObject([{ lost: false, here: true }])
})

test('many list their keys at the same time, and none is lost', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `agent-${at}`)
  for (const name of names) await room.join(name)
  await Promise.all(names.map(async (name) => (await room.as(name, { keys })).makeKey({})))
  const { keys: listed } = await (await critic()).listKeys({})
  expect(listed.map(({ holder }) => holder).sort()).toEqual([...names].sort())
})

test('what somebody else wrote in the list is passed over', async () => {
  await room.store.facts.remember(
    'keys',
    '{"critic":[{"key":"age1x"},7],"__proto__":[{"key":3}],"scout":"x"}',
  )
  expect((await (await critic()).listKeys({})).keys).toEqual([])
  await room.store.facts.remember('keys', 'nonsense')
  expect((await (await critic()).makeKey({})).keys).toHaveLength(1)
})

test('without a folder of keys the error says so', async () => {
  const bare = await room.as('critic')
  await expect(bare.makeKey({})).rejects.toMatchObject({ code: 'not-allowed' })
})
