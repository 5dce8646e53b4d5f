import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mailbox } from '../../src/mailbox.ts'
import { type MailRoom, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let lead: Mailbox
let scout: Mailbox
let lea: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  lea = await room.join('lea', { kind: 'user' })
  await room.join('chief')
  lead = await room.join('lead', { reportsTo: 'chief' })
  await room.join('critic', { reportsTo: 'lead', talksTo: ['lead', 'town/*'] })
  scout = await room.join('scout', { role: 'coo' })
})
afterEach(() => room.close())

const refused = expect.objectContaining({ code: 'not-allowed' })
const changes: readonly [string, (box: Mailbox) => Promise<unknown>][] = [
  ['retire', (box) => box.retireAgent({ agent: 'critic' })],
  ['freeze', (box) => box.freezeAgent({ agent: 'critic' })],
  ['resume', (box) => box.resumeAgent({ agent: 'critic' })],
  ['update --pane', (box) => box.updateAgent({ agent: 'critic', pane: '%9' })],
  ['update --session', (box) => box.updateAgent({ agent: 'critic', session: 's-9' })],
  ['update --talks-to', (box) => box.updateAgent({ agent: 'critic', talksTo: ['scout'] })],
  ['update --reports-to', (box) => box.updateAgent({ agent: 'critic', reportsTo: 'scout' })],
  ['register again', (box) => box.registerAgent({ agent: 'critic', session: 's-9' })],
  ['beat', (box) => box.beat({ agent: 'critic', session: 's-9' })],
]

describe.each(changes)('%s of another agent', (_, change) => {
  test('is refused to an agent, and changes nothing', async () => {
    const before = await room.store.roster.find('critic')
    await expect(change(scout)).rejects.toThrow(refused)
    expect(await room.store.roster.find('critic')).toEqual(before)
  })

  test.each([
    ['a person', () => room.as('lea')],
    ['its supervisor', () => room.as('lead')],
    ['the supervisor of its supervisor', () => room.as('chief')],
    ['itself', () => room.as('critic')],
    [
      'a person in the name of an agent',
      async () => room.as('scout', { principal: await room.store.roster.find('lea') }),
    ],
  ])('is done by %s', async (who, box) => {
    const isSelf = who === 'itself'
    const attempt = change(await box())
    if (isSelf && (change === changes[5]?.[1] || change === changes[6]?.[1]))
      await expect(attempt).rejects.toThrow(refused)
    else await expect(attempt).resolves.toMatchObject({ address: 'critic' })
  })

  test('is refused to an agent in the name of an administrator', async () => {
    await room.join('boss', { kind: 'admin' })
    const box = await room.as('boss', { principal: await room.store.roster.find('scout') })
    await expect(change(box)).rejects.toThrow(refused)
  })

  test('is refused to an agent whose environment names another agent', async () => {
    const box = await room.as('scout', { principal: await room.store.roster.find('chief') })
    await expect(change(box)).rejects.toThrow(refused)
  })
})

test('an officer supervises agents that report to nobody, by its address and not by a role that it claims', async () => {
  await room.join('loner')
  await expect(scout.retireAgent({ agent: 'loner' })).rejects.toThrow(refused)
  const coo = await room.join('coo')
  await expect(coo.retireAgent({ agent: 'critic' })).rejects.toThrow(refused)
  expect(await coo.retireAgent({ agent: 'loner' })).toMatchObject({ state: 'dead' })
})

test('a circle of supervisors ends', async () => {
  await lea.updateAgent({ agent: 'chief', reportsTo: 'critic' })
  await expect(scout.retireAgent({ agent: 'critic' })).rejects.toThrow(refused)
})

describe('kinds of people', () => {
  test.each(['user', 'admin'] as const)('%s is nothing that an agent gives', async (kind) => {
    await expect(scout.updateAgent({ agent: 'scout', kind })).rejects.toThrow(refused)
    await expect(scout.registerAgent({ agent: 'scout', kind })).rejects.toThrow(refused)
    await expect(scout.registerAgent({ agent: 'boss', kind })).rejects.toThrow(refused)
    await expect(lead.updateAgent({ agent: 'critic', kind })).rejects.toThrow(refused)
    await expect(scout.createToken({ role: kind, id: 'boss' })).rejects.toThrow(refused)
    await expect(scout.createToken({ role: kind, id: 'lea' })).rejects.toThrow(refused)
    expect(await room.store.roster.find('boss')).toBeNull()
    expect(await lea.updateAgent({ agent: 'scout', kind })).toMatchObject({ kind })
  })
})

describe('an agent', () => {
  test('registers a new one', async () => {
    const made = await lead.registerAgent({ agent: 'helper', reportsTo: 'lead', talksTo: ['lead'] })
    expect(made).toMatchObject({ address: 'helper', kind: 'agent', reportsTo: 'lead' })
  })

  test.each([
    [['lead'], true],
    [['town/kim'], true],
    [['town/*', 'lead'], true],
    [[''], false],
    [['*'], false],
    [['lead', 'scout'], false],
  ])('whose list is lead, town/* changes it to %j: %s', async (talksTo, allowed) => {
    const critic = await room.as('critic')
    const done = critic.updateAgent({ agent: 'critic', talksTo })
    if (allowed) expect((await done).talksTo).toEqual(talksTo)
    else await expect(done).rejects.toThrow(refused)
  })

  test('without a list limits itself', async () => {
    expect((await scout.updateAgent({ agent: 'scout', talksTo: ['lead'] })).talksTo).toEqual(['lead'])
    await expect(scout.updateAgent({ agent: 'scout', talksTo: [''] })).rejects.toThrow(refused)
  })
})
