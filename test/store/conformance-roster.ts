import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RosterQuestion } from '../../src/domain/addressing/roster-question.ts'
import { sealedPreview } from '../../src/domain/seal.ts'
import type { MailStore, Registration } from '../../store/mail-store.ts'
import {
  act,
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  type Open,
  type Opened,
  post,
  send,
  start,
  system,
} from './fixture.ts'

const nothing: RosterQuestion = { names: [], roles: [], tags: [], swarms: [], people: false, everyone: false }
const agent = (address: string, more: Partial<Registration> = {}): Registration => ({
  address,
  longForm: null,
  ...more,
})

export function rosterCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
  })
  afterEach(() => opened.close())

  it('keeps what an agent waits for until it is heard of again', async () => {
    await enroll(store, 'reader')
    await store.roster.beat('reader', start + minute, null, 'a review')
    expect((await store.roster.find('reader'))?.waiting).toEqual({
      since: start + minute,
      reason: 'a review',
    })
    await store.roster.beat('reader', start + 2 * minute, null)
    expect((await store.roster.find('reader'))?.waiting).toBeUndefined()
    await store.roster.beat('reader', start + 3 * minute, null, '')
    expect((await store.roster.find('reader'))?.waiting).toEqual({ since: start + 3 * minute, reason: '' })
  })

  it('lists a new key only in the place of the known list, and logs it', async () => {
    await enroll(store, 'reader', 'writer')
    const author = { doer: doer('writer'), at: start }
    const change = { holder: 'reader', added: 'age1a', expect: null, next: 'one' }
    const other = await opened.again()
    const listed = await Promise.all([
      store.roster.listKeys(author, change),
      other.roster.listKeys(author, { ...change, added: 'age1b', next: 'two' }),
    ])
    expect(listed.filter(Boolean)).toHaveLength(1)
    expect(await other.facts.remembered('keys')).toBe(listed[0] ? 'one' : 'two')
    expect((await store.log.journal('writer', null, firstPage())).rows).toMatchObject([
      { what: 'list-key', about: `reader: ${listed[0] ? 'age1a' : 'age1b'}`, undoable: false, at: start },
    ])
  })

  it('knows who sealed mail for somebody since a time', async () => {
    await enroll(store, 'reader', 'other', 'early', 'late', 'open')
    const sealed = (from: string, to: string, sentAt: number) =>
      send(store, { from, to: [to], sentAt, preview: sealedPreview, body: 'x' })
    await sealed('early', 'reader', start)
    await sealed('late', 'reader', start + hour)
    await sealed('late', 'reader', start + hour)
    await sealed('late', 'other', start + hour)
    await sealed('open', 'other', start + hour)
    await send(store, { from: 'open', to: ['reader'], sentAt: start + hour, preview: '[sealed]' })
    const { messages } = store
    expect(await messages.sealers('reader', start)).toEqual(['early', 'late'])
    expect(await messages.sealers('reader', start + 1)).toEqual(['late'])
    expect(await messages.sealers(null, start + 1)).toEqual(['late', 'open'])
    expect(await messages.sealers('reader', start + hour + 1)).toEqual([])
    expect(await messages.sealers('nobody', start)).toEqual([])
  })

  it('keeps what is given, and changes only that', async () => {
    const full = agent('rig/max', {
      longForm: 'rig/crew/max',
      kind: 'admin',
      role: 'dev',
      swarm: 'rig',
      addTags: ['project:b', 'project:a'],
      session: 's',
      pane: '%1',
      paneServer: '/tmp/tmux-1/default,7',
      reportsTo: 'mayor/',
      canComplete: true,
      watched: true,
      wake: null,
      talksTo: ['*/x'],
      budget: 5,
    })
    const first = await store.roster.register(full, system, start)
    const { addTags, ...fields } = full
    expect(first).toMatchObject({ created: true, joined: 0 })
    expect(first.agent).toEqual({
      ...fields,
      tags: ['project:a', 'project:b'],
      state: 'alive',
      registeredAt: start,
      lastSeen: start,
    })
    const again = await store.roster.register(
      agent('rig/max', { role: null, removeTags: ['project:b'] }),
      system,
      start + 1,
    )
    expect(again).toEqual({
      created: false,
      joined: 0,
      agent: { ...first.agent, role: null, tags: ['project:a'], lastSeen: start + 1 },
    })
    const updated = await store.roster.update(agent('rig/max', { budget: null }), system, start + 2)
    expect(updated.agent).toEqual({ ...again.agent, budget: null })
    expect(await store.roster.find('rig/max')).toEqual(updated.agent)
    expect(await store.roster.findBySession('s')).toEqual([updated.agent])
    expect(await store.roster.findByPane('%1')).toEqual([updated.agent])
    expect(await store.roster.findByPane('%2')).toEqual([])
  })

  it('knows nobody who was not registered', async () => {
    expect(await store.roster.find('nobody')).toBeNull()
    for (const change of [
      () => store.roster.update(agent('nobody'), system, start),
      () => store.roster.setState('nobody', 'dead', system, start),
      () => store.roster.beat('nobody', start, null),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'not-found' })
  })

  it('knows the kind of each, and counts the unread mail of all', async () => {
    await enroll(store, 'a', { address: 'lea', kind: 'user' })
    expect([await store.roster.kindOf('a'), await store.roster.kindOf('lea')]).toEqual(['agent', 'user'])
    expect(await store.roster.kindOf('nobody')).toBeNull()
    const id = await send(store, { to: ['a', 'lea'] })
    expect(await store.roster.unreadOfAll(start)).toBe(2)
    await act(store, 'a', 'read', id)
    expect(await store.roster.unreadOfAll(start)).toBe(1)
  })

  describe('looks up', () => {
    const cases: readonly [string, Partial<RosterQuestion>, readonly string[]][] = [
      ['names', { names: ['a', 'swarm/d', 'nobody'] }, ['a', 'swarm/d']],
      ['sessions by name', { names: ['session-b'] }, ['b']],
      ['roles, own and tagged', { roles: ['dev'] }, ['b', 'c']],
      ['tags', { tags: ['project:x'] }, ['a', 'c']],
      ['swarms, said and spelt', { swarms: ['swarm'] }, ['a', 'swarm/d']],
      ['people', { people: true }, ['lea']],
      ['everyone, the dead too', { everyone: true }, ['a', 'b', 'c', 'gone', 'lea', 'swarm/d']],
      ['several at once', { names: ['a'], tags: ['project:x'], people: true }, ['a', 'c', 'lea']],
      ['nothing', {}, []],
    ]
    it.each(cases)('%s', async (_, question, found) => {
      await enroll(
        store,
        { address: 'a', swarm: 'swarm', addTags: ['project:x'] },
        { address: 'b', role: 'dev', session: 'session-b' },
        { address: 'c', addTags: ['role:dev', 'project:x'] },
        'swarm/d',
        { address: 'lea', kind: 'user' },
        'gone',
      )
      await store.roster.setState('gone', 'dead', system, start)
      const { agents } = await store.roster.lookUp({ ...nothing, ...question })
      expect(agents.map(({ address }) => address).toSorted()).toEqual(found)
      if (found.includes('c'))
        expect(agents.find(({ address }) => address === 'c')?.tags).toEqual(['project:x', 'role:dev'])
    })
  })

  it('remembers no sign of life, which raises no version', async () => {
    await enroll(store, 'a')
    const look = async () => (await store.roster.lookUp({ ...nothing, names: ['a'] })).agents
    const before = await look()
    await store.roster.beat('a', start + minute, null, 'mail')
    expect(await look()).toEqual(before)
    expect(await (await opened.again()).roster.lookUp({ ...nothing, names: ['a'] })).toMatchObject({
      agents: before,
    })
    expect(await store.roster.list({}, firstPage())).toMatchObject({
      rows: [{ address: 'a', lastSeen: start + minute, waiting: { reason: 'mail' } }],
    })
  })

  it('raises its version with each change that mail could notice, and only then', async () => {
    const version = async () => (await store.roster.lookUp(nothing)).version
    const steps: readonly [() => Promise<unknown>, boolean][] = [
      [() => store.roster.register(agent('a'), system, start), true],
      [() => store.roster.register(agent('a'), system, start + 1), false],
      [() => store.roster.beat('a', start + 2, null), false],
      [() => store.roster.beat('a', start + 2, 'new session'), true],
      [() => store.roster.update(agent('a', { addTags: ['project:x'] }), system, start), true],
      [() => store.roster.setState('a', 'frozen', system, start), true],
      [() => store.roster.setState('a', 'frozen', system, start), false],
      [() => store.roster.beat('a', start + 3, null), true],
      [() => send(store, { from: 'stranger', to: ['a'] }), false],
    ]
    for (const [at, [step, rises]] of steps.entries()) {
      const before = await version()
      await step()
      expect([at, (await version()) > before]).toEqual([at, rises])
    }
  })

  it('lists by address, a page at a time, and by what is asked', async () => {
    await enroll(
      store,
      { address: 'c', role: 'dev' },
      { address: 'a', swarm: 's' },
      { address: 's/b', addTags: ['role:dev'] },
      { address: 'd', kind: 'user', canComplete: true },
    )
    await store.roster.setState('c', 'frozen', system, start)
    const list = async (filter: Parameters<MailStore['roster']['list']>[0]) => {
      const rows = await allPages((after) => store.roster.list(filter, { limit: 2, after }))
      return rows.map(({ address }) => address)
    }
    expect(await list({})).toEqual(['a', 'c', 'd', 's/b'])
    expect(await list({ role: 'dev' })).toEqual(['c', 's/b'])
    expect(await list({ role: 'dev', state: 'frozen' })).toEqual(['c'])
    expect(await list({ swarm: 's' })).toEqual(['a', 's/b'])
    expect(await list({ tag: 'role:dev' })).toEqual(['s/b'])
    expect(await list({ kind: 'user' })).toEqual(['d'])
    expect(await list({ completes: true })).toEqual(['d'])
  })

  it('suggests agents and roles that are likely meant', async () => {
    await enroll(store, { address: 'architect', role: 'reviewer' }, 'archivist')
    expect(await store.roster.nearest('architcet', 3)).toContain('architect')
    expect(await store.roster.nearest('reviever', 3)).toEqual(['reviewer'])
    expect(await store.roster.nearest('zzzzzz', 3)).toEqual([])
  })

  describe('who joins late finds', () => {
    const cases: readonly [string, string, number | null, Partial<Registration>, boolean][] = [
      ['mail held for its name', 'agent:late', null, {}, true],
      ['its role’s mail', 'role:dev', null, { role: 'dev' }, true],
      ['its role’s mail by tag', 'role:dev', null, { addTags: ['role:dev'] }, true],
      ['its tag’s mail', 'project:x', null, { addTags: ['project:x'] }, true],
      ['mail to all', 'all', start + hour, {}, true],
      ['its swarm’s mail', 'swarm:s', start + hour, { swarm: 's' }, true],
      ['nothing that has expired', 'all', start + minute, {}, false],
      ['nothing of another role', 'role:qa', null, { role: 'dev' }, false],
      ['nothing held for another', 'agent:other', null, {}, false],
    ]
    it.each(cases)('%s', async (_, selector, expiresAt, more, finds) => {
      const id = await send(store, { to: [], selectors: [{ selector, expiresAt }] })
      const { joined } = await store.roster.register(agent('late', more), system, start + 2 * minute)
      expect(joined).toBe(Number(finds))
      expect(await idsIn(store, 'late', undefined, start + 2 * minute)).toEqual(finds ? [id] : [])
      const again = await store.roster.register(agent('late', more), system, start + 3 * minute)
      expect(again.joined).toBe(0)
      const copy = await store.deliveries.find('late', id)
      if (finds)
        expect(copy).toMatchObject({
          via: selector === 'agent:late' ? 'to' : selector,
          expiresAt,
          owes: true,
        })
      if (finds)
        expect((await store.log.receipts(id, firstPage())).rows).toMatchObject([
          { address: 'late', stored: start + 2 * minute },
        ])
    })

    it('each message once, however many ways it fits', async () => {
      const id = await send(store, {
        to: [],
        selectors: ['agent:late', 'role:dev', 'all'].map((selector) => ({ selector, expiresAt: null })),
      })
      const { joined } = await store.roster.register(agent('late', { role: 'dev' }), system, start)
      expect(joined).toBe(1)
      expect((await store.deliveries.of(id, firstPage())).rows).toHaveLength(1)
    })

    it('nothing that it sent itself, but a gained tag’s mail at once', async () => {
      await enroll(store, 'late')
      await send(store, { from: 'late', to: [], selectors: [{ selector: 'project:x', expiresAt: null }] })
      const id = await send(store, { to: [], selectors: [{ selector: 'project:x', expiresAt: null }] })
      const { joined } = await store.roster.update(agent('late', { addTags: ['project:x'] }), system, start)
      expect(joined).toBe(1)
      expect(await idsIn(store, 'late')).toEqual([id])
    })
  })

  describe('a retired agent', () => {
    beforeEach(() => enroll(store, 'reader'))

    it('leaves its unread mail as dead letters, and no other', async () => {
      const [fresh, snoozed, seen] = [await send(store), await send(store), await send(store)]
      await act(store, 'reader', 'read', seen)
      await act(store, 'reader', 'snooze', snoozed, { until: start + hour })
      const retired = await store.roster.setState('reader', 'dead', doer('lea'), start + 1)
      expect(retired.state).toBe('dead')
      expect(await idsIn(store, 'reader', { boxes: ['dead'] })).toEqual([fresh, snoozed])
      expect(await idsIn(store, 'reader')).toEqual([seen])
      expect((await store.deliveries.count('reader', start + 2 * hour)).total).toBe(0)
      const { rows } = await store.log.history(fresh, firstPage())
      expect(rows[1]).toMatchObject({ what: 'dead', actor: 'lea', owner: 'reader' })
      await expect(store.messages.deliver(post())).rejects.toMatchObject({ code: 'not-found' })
    })

    it('finds what waits when it is back', async () => {
      await store.roster.setState('reader', 'dead', system, start)
      const id = await send(store, { to: [], selectors: [{ selector: 'all', expiresAt: null }] })
      expect((await store.roster.register(agent('reader'), system, start + 1)).joined).toBe(1)
      expect(await idsIn(store, 'reader')).toEqual([id])
    })
  })

  it('hears a beat', async () => {
    await enroll(store, 'a')
    await store.roster.setState('a', 'frozen', system, start)
    expect(await store.roster.beat('a', start + minute, 's9')).toMatchObject({
      state: 'alive',
      lastSeen: start + minute,
      session: 's9',
    })
    expect(await store.roster.beat('a', start, null)).toMatchObject({
      lastSeen: start + minute,
      session: 's9',
    })
  })
}
