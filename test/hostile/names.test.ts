import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looksOf } from '../../src/domain/addressing/lookalike.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { type Answer, type Desk, openDesk } from '../support/cli.ts'
import { plantOldStore } from '../support/old-store.ts'
import { makeFolder } from '../support/store-bare.ts'

/** Each looks like the name beside it. */
const lookalikes = [
  ['another case', 'Critic', 'critic'],
  ['Cyrillic', 'сrіtіс', 'critic'],
  ['Greek', 'αrchitect', 'architect'],
  ['full width', 'ｃｒｉｔｉｃ', 'critic'],
  ['a digit for a letter', 'architect-al', 'architect-a1'],
  ['a capital I for an l', 'sentineI', 'sentinel'],
  ['a nought for an o', 'c00', 'coo'],
  ['a mark that nobody sees', 'critic\u{fe0f}', 'critic'],
  ['a mathematical letter', '𝒄ritic', 'critic'],
  ['a modifier for an apostrophe', 'o\u02bcneil', "o'neil"],
  ['rn for m', 'rnayor-2', 'mayor-2'],
  ['a word of ours', 'Ѕystem', 'system'],
  ['a full stop behind it', 'critic.', 'critic'],
  ['the name of the mail room', 'watchpost', 'watchpost'],
  ['what looks like that name', 'vvatchp0st', 'watchpost'],
] as const

const holders = [...new Set(lookalikes.map(([, , holder]) => holder))].filter(
  (name) => !['system', 'watchpost'].includes(name),
)

/** Names that stand beside one another in ordinary swarms. */
const strangers = [
  ['worker-i', 'worker-l'],
  ['mail', 'mall'],
  ['agent1', 'agent2'],
  ['dog', 'clog'],
  ['critic', 'swarm_dev/critic'],
  ['ali', 'all'],
  ['jose', 'josé'],
  ['builder-a', 'builder_a'],
] as const

test.each(strangers)('%s and %s are two names', (one, other) => {
  const [left, right] = [looksOf(one), looksOf(other)]
  expect(left.skeleton).not.toBe(right.skeleton)
  expect(left.glyphs).not.toBe(right.glyphs)
})

describe('a name that looks like another', () => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk(holders)
  })
  afterAll(() => desk.close())
  const addresses = () => desk.json('agents', '--limit', '200').agents.map(({ address }: Answer) => address)

  test.each(lookalikes)('is not registered by command: %s', (_, name, holder) => {
    const done = desk.run(['agents', 'register', name])
    expect([done.code, done.out]).toEqual([4, ''])
    expect(done.err).toContain(`looks like ${holder}`)
    expect(done.err).toContain('--allow-lookalike')
    expect(addresses()).not.toContain(name)
  })

  test.each(lookalikes)('is not registered by a hook: %s', (_, name, holder) => {
    const event = new URL('../faces/hook/fixtures/session-start-startup.json', import.meta.url)
    const done = desk.run(['hook'], {
      input: readFileSync(fileURLToPath(event), 'utf8'),
      env: { WATCHPOST_AGENT: name },
    })
    expect(`${done.out}${done.err}`).toMatch(new RegExp(`looks like ${holder}|acts as the system`, 'u'))
    expect(addresses()).not.toContain(name)
  })

  test.each(lookalikes)('is given to no person who comes by a token: %s', (_, name, holder) => {
    const done = desk.run(['token', 'create', '--role', 'user', '--id', name])
    expect(done.code).toBe(4)
    expect(done.err).toContain(`looks like ${holder}`)
  })

  test('is registered when both are meant, and stays free of marks', () => {
    expect(desk.json('agents', 'register', 'Coo', '--allow-lookalike')).toMatchObject({
      address: 'Coo',
      activity: 'idle',
      lookalike: null,
    })
    // It is known now, and its name is nothing new.
    expect(desk.run(['agents', 'register', 'Coo', '--role', 'boss']).code).toBe(0)
  })

  test('that comes by import is registered and marked', () => {
    const folder = join(desk.folder, 'haak')
    mkdirSync(folder)
    const line = {
      id: 'h-1',
      sender: 'сritic',
      recipient: 'coo',
      timestamp: new Date().toISOString(),
      content: 'Hello',
    }
    writeFileSync(join(folder, 'agent-mailbox.jsonl'), `${JSON.stringify(line)}\n`)
    expect(desk.run(['import', folder, '--format', 'haak']).err).toBe('')
    expect(desk.json('agents', 'show', 'сritic')).toMatchObject({ lookalike: 'critic', state: 'frozen' })
    expect(desk.run(['agents', 'show', 'сritic']).out).toMatch(/Looks like: +critic/u)
    expect(desk.run(['agents', '--limit', '200']).out).toContain('looks like critic')
  })
})

test('a store of an earlier schema marks the twins that it has', async () => {
  const folder = makeFolder()
  const more = "INSERT INTO agents(address, kind, state, registered_at) VALUES('c0o', 'agent', 'named', 1)"
  plantOldStore(folder.location, 10, more)
  const store = await openSqliteStore(folder.location, { create: false, durability: 'normal' })
  const { rows } = await store.roster.list({}, { limit: 9, after: null })
  expect(rows.map(({ address, lookalike }) => [address, lookalike])).toEqual([
    ['Critic', 'critic'],
    ['coo', undefined],
    ['critic', undefined],
    ['keeper', undefined],
    ['lea', undefined],
    ['worker', undefined],
  ])
  const doer = { actor: 'lea', principal: null, session: null, command: 'test' }
  await expect(store.roster.register({ address: 'c0o', longForm: null }, doer, 2)).rejects.toMatchObject({
    code: 'conflict',
  })
  await store.close()
  folder.remove()
})

describe("a mailbox that is another role's", () => {
  let desk: Desk
  beforeAll(() => {
    desk = openDesk(['greenplace/crew/max', 'mayor/', 'greenplace/refinery', 'plain/kim'], 'town')
  })
  afterAll(() => desk.close())

  test.each([
    ['greenplace/polecats/max', 'greenplace/crew/max'],
    ['greenplace/mayor', 'mayor/'],
  ])('is not taken over by %s', (name, holder) => {
    const before = desk.json('agents', 'show', holder)
    const done = desk.run(['agents', 'register', name, '--role', 'thief'])
    expect([done.code, done.out]).toEqual([4, ''])
    expect(done.err).toContain(holder)
    expect(desk.json('agents', 'show', holder)).toEqual(before)
  })

  test.each(['greenplace/polecats/max', 'greenplace/mayor'])('is not opened by %s', (name) => {
    for (const done of [
      desk.run(['inbox'], { env: { WATCHPOST_AGENT: name } }),
      desk.run(['inbox', '--as', name]),
    ])
      expect(done).toMatchObject({
        code: 4,
        out: '',
        err: expect.stringContaining('belongs to'),
      })
  })

  test('stays in the sets of its holder', () => {
    const reached = (set: string) =>
      desk.json('resolve', set).recipients.map(({ address }: Answer) => address)
    expect(reached('@town')).toEqual(['mayor/'])
    expect(reached('@crew')).toEqual(['greenplace/max'])
  })

  test.each([
    ['greenplace/crew/max', 'greenplace/crew/max'],
    ['greenplace/max', 'greenplace/crew/max'],
    ['mayor', null],
    ['plain/crew/kim', 'plain/crew/kim'],
  ])('%s is the holder itself', (name, longForm) => {
    expect(desk.json('agents', 'register', name).longForm).toBe(longForm)
  })

  test('stays its holder’s where another system gave it to both', () => {
    const folder = join(desk.folder, 'haak')
    mkdirSync(folder)
    const line = {
      id: 'h-1',
      sender: 'greenplace/polecats/max',
      recipient: 'mayor/',
      timestamp: new Date().toISOString(),
      content: 'Hello',
    }
    writeFileSync(join(folder, 'agent-mailbox.jsonl'), `${JSON.stringify(line)}\n`)
    desk.run(['import', folder, '--format', 'haak'])
    expect(desk.json('agents', 'show', 'greenplace/max')).toMatchObject({
      longForm: 'greenplace/crew/max',
      lookalike: 'greenplace/polecats/max',
      state: 'alive',
    })
  })

  test('is free once its holder is retired', () => {
    desk.json('agents', 'retire', 'greenplace/crew/max')
    expect(desk.json('agents', 'register', 'greenplace/polecats/max')).toMatchObject({
      address: 'greenplace/max',
      longForm: 'greenplace/polecats/max',
    })
  })
})
