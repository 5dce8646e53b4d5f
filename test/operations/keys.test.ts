import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unlisted } from '../../src/domain/roster.ts'
import type { KeyDriver } from '../../src/services/key-driver.ts'
import { keysIn } from '../support/keys.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'

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
const agentOf = async (name: string) =>
  (await room.store.roster.find(name)) ?? unlisted(name, null, 'agent', 0)
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

describe('a new key', () => {
  let count = 0
  const seal = async (from: string, to: string, driver = keys) =>
    (await room.as(from, { keys: driver })).send({
      to: [to],
      subject: `S ${++count}`,
      body: 'secret',
      seal: true,
    })
  const noticesOf = async (who: string) => {
    const { messages } = await (await room.as(who)).inbox({ body: true })
    return messages.filter(({ from }) => from === 'system').map(({ subject }) => subject)
  }
  const day = 24 * hour

  test('is an event, and told to those who sealed mail for its owner lately', async () => {
    for (const agent of ['early', 'late']) await room.join(agent)
    await seal('early', 'critic')
    room.now += 20 * day
    await seal('late', 'critic')
    room.now += 11 * day
    const { keys: rotated } = await (await critic()).rotateKey({})
    const { changes } = await (await critic()).journal({})
    expect(changes[0]).toMatchObject({
      what: 'list-key',
      about: `critic: ${rotated[0]?.key}`,
      undoable: false,
    })
    expect(await noticesOf('late')).toEqual(['critic has a new key'])
    expect(await noticesOf('early')).toEqual([])
    expect(await noticesOf('critic')).toEqual([])
  })

  test('that somebody else lists is told to its owner', async () => {
    await (await critic()).makeKey({})
    const lea = unlisted('lea', null, 'user', room.now)
    await (await room.as('critic', { keys, principal: lea })).rotateKey({})
    expect(await noticesOf('critic')).toEqual(['lea listed a new key for you'])
    const scout = await room.as('critic', { keys: keysIn(), principal: await agentOf('scout') })
    await expect(scout.rotateKey({})).rejects.toMatchObject({ code: 'not-allowed' })
    expect(await noticesOf('critic')).toHaveLength(1)
  })

  test('of a person is told to all who seal mail: a person reads all of it', async () => {
    await room.join('lea', { kind: 'user' })
    await seal('scout', 'critic')
    await (await room.as('lea', { keys })).rotateKey({})
    expect(await noticesOf('scout')).toEqual(['lea has a new key'])
  })

  test('is told at the next seal, once', async () => {
    expect((await seal('scout', 'critic')).warnings).toEqual([])
    expect((await seal('scout', 'critic')).warnings).toEqual([])
    const { keys: rotated } = await (await critic()).rotateKey({})
    const [warning, ...more] = (await seal('scout', 'critic')).warnings
    expect(warning).toContain(
      `critic has a new key since you last sealed mail for critic: ${rotated[0]?.key.slice(0, 12)}`,
    )
    expect(more).toEqual([])
    expect((await seal('scout', 'critic')).warnings).toEqual([])
    // Whoever seals for the first time knows no other key.
    await room.join('late')
    expect((await seal('late', 'critic')).warnings).toEqual([])
  })

  test('is told by what the sender remembers, not by what the store says', async () => {
    await seal('scout', 'critic')
    const text = await room.store.facts.remembered('keys')
    const { key } = await (await keysIn().open()).make('critic', 1)
    const listed = JSON.parse(text ?? '')
    await room.store.facts.remember(
      'keys',
      JSON.stringify({ ...listed, critic: [{ key, machine: 'x', since: 'y' }] }),
    )
    expect((await seal('scout', 'critic')).warnings).toEqual([
      expect.stringContaining(`${key.slice(0, 12)}…, on x since y`),
    ])
  })

  test('that was taken off the list and is back is refused', async () => {
    await seal('scout', 'critic')
    const before = await room.store.facts.remembered('keys')
    await (await critic()).rotateKey({})
    await seal('scout', 'critic')
    await room.store.facts.remember('keys', before ?? '')
    await expect(seal('scout', 'critic')).rejects.toMatchObject({
      code: 'not-allowed',
      message: expect.stringContaining('was taken off the list and is listed again; nothing was sent.'),
    })
    await (await critic()).rotateKey({ only: true })
    expect((await seal('scout', 'critic')).warnings).toHaveLength(1)
  })
})
