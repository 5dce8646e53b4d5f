import { afterEach, beforeEach, expect, it } from 'vitest'
import { peerOf } from '../support/mail-peer.ts'
import { allPages, enroll, firstPage, minute, type Open, type Opened, send, start } from './fixture.ts'

const owner = 'user:lea@swarm-a'
const task = (id: string, more: object = {}) => ({
  id,
  wire: `wire-${id}`,
  owner,
  contributors: [owner],
  entrypoint: 'reader',
  startedAt: start,
  maxSteps: null,
  ...more,
})

export function swarmCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
    await enroll(opened.store, 'reader', 'writer')
  })
  afterEach(() => opened.close())

  it('knows a token by its secret until it is revoked, and keeps no secret', async () => {
    const { tokens } = opened.store
    const token = { id: 'k1', role: 'user', identity: 'lea', createdAt: start, revokedAt: null } as const
    await tokens.add(token, 'secret')
    expect([await tokens.find('secret'), await tokens.find('other')]).toEqual([token, null])
    expect(await tokens.revoke('k1', start + 1)).toEqual({ ...token, revokedAt: start + 1 })
    expect(await tokens.revoke('k1', start + 2)).toEqual({ ...token, revokedAt: start + 1 })
    expect([await tokens.find('secret'), await tokens.revoke('k2', start)]).toEqual([null, null])
    expect(JSON.stringify(await tokens.list())).not.toContain('secret')
  })

  it('keeps swarms, forgets the volatile ones, and tells senders that the ways changed', async () => {
    const { peers, roster } = opened.store
    const question = { names: [], roles: [], tags: [], swarms: [], people: false, everyone: false }
    const ways = () => roster.lookUp({ ...question, peers: ['b', 'c', 'd'] })
    const before = await ways()
    await peers.put(peerOf('b', 'http://b'))
    await peers.put({ ...peerOf('c', 'http://c'), volatile: true, keywords: ['k'], metadata: { a: 1 } })
    expect((await ways()).peers).toEqual(['b', 'c'])
    expect((await ways()).version).toBeGreaterThan(before.version)
    await peers.saw('b', false, start)
    expect(await peers.find('b')).toEqual({ ...peerOf('b', 'http://b'), active: false })
    await peers.saw('b', true, start)
    expect(await peers.find('b')).toMatchObject({ active: true, lastSeen: start })
    expect(await peers.forgetVolatile()).toBe(1)
    expect((await peers.list()).map(({ name }) => name)).toEqual(['b'])
    expect([await peers.remove('b'), await peers.remove('b')]).toEqual([true, false])
  })

  it('puts what is for elsewhere into the outbox with its message, and gives it out in order', async () => {
    const { outbox } = opened.store
    const [one, two] = [
      await send(opened.store, { to: ['x@b'], task: 't' }),
      await send(opened.store, { to: ['x@b'], task: 't' }),
    ]
    const other = await send(opened.store, { to: ['x@c', 'reader'], task: 't' })
    const due = async (now = start) =>
      (await outbox.due(now, 9)).map(({ message, address }) => [message, address])
    expect(await due()).toEqual([
      [one, 'x@b'],
      [other, 'x@c'],
    ])
    await outbox.again({ message: one, address: 'x@b' }, { attempts: 1, at: start + minute, problem: 'away' })
    // What comes later in the task waits with it.
    expect(await due()).toEqual([[other, 'x@c']])
    await outbox.hasten('b', start)
    expect((await outbox.due(start, 1))[0]).toEqual({
      message: one,
      address: 'x@b',
      swarm: 'b',
      attempts: 1,
      problem: 'away',
    })
    expect(await outbox.backlog()).toEqual([
      { swarm: 'b', copies: 2, first: one, address: 'x@b', since: start, problem: 'away' },
      { swarm: 'c', copies: 1, first: other, address: 'x@c', since: start, problem: null },
    ])
    const late = async (from: number, to: number) =>
      (await outbox.late('b', { from, to }, 9)).map(({ message, problem }) => [message, problem])
    expect(await late(start, start + 1)).toEqual([
      [one, 'away'],
      [two, null],
    ])
    expect([...(await late(start - 9, start)), ...(await late(start + 1, start + 9))]).toEqual([])
    const [waiting] = (await opened.store.log.receipts(one, { limit: 9, after: null })).rows
    expect(waiting?.waiting).toEqual({ attempts: 1, problem: 'away', next: start })
    expect((await outbox.due(start, 9, 'c')).map(({ message }) => message)).toEqual([other])
    expect(await outbox.swarmsDue(start)).toEqual({ swarms: ['b', 'c'], nextAt: null })
    await outbox.again({ message: one, address: 'x@b' }, { attempts: 1, at: start + minute, problem: 'away' })
    expect(await outbox.swarmsDue(start)).toEqual({ swarms: ['c'], nextAt: start + minute })
    await outbox.drop({ message: one, address: 'x@b' })
    expect(await due()).toEqual([
      [two, 'x@b'],
      [other, 'x@c'],
    ])
    expect(await outbox.waiting()).toEqual({ count: 2, nextAt: start })
  })

  it('knows the swarms that something of a task is on its way to', async () => {
    const { outbox, peers } = opened.store
    for (const name of ['b', 'c', 'd']) await peers.put(peerOf(name, `http://${name}`))
    const one = await send(opened.store, { to: ['x@c', 'x@b', 'x@gone'], task: 't' })
    await send(opened.store, { to: ['x@d'], task: 'other' })
    expect(await outbox.bound('t')).toEqual(['b', 'c'])
    await outbox.drop({ message: one, address: 'x@c' })
    expect(await outbox.bound('t')).toEqual(['b'])
    expect(await outbox.bound('nothing')).toEqual([])
    expect([await outbox.lanes('b'), await outbox.lanes('c')]).toEqual([['t'], []])
    const { tasks } = opened.store
    const found = ['b', 'c', 'd'].map((swarm) => tasks.hasWrittenTo('t', null, swarm))
    expect(await Promise.all(found)).toEqual([true, true, false])
    expect(await tasks.hasWrittenTo('nothing', null, 'b')).toBe(false)
    const by = ['writer', 'reader', 'nobody'].map((sender) => tasks.hasWrittenTo('t', sender, 'b'))
    expect(await Promise.all(by)).toEqual([true, false, false])
    expect(await tasks.hasWrittenTo('t', 'writer', 'd')).toBe(false)
  })

  it('gives out at once what was noted by a clock that was a day ahead', async () => {
    const { outbox } = opened.store
    const ahead = start + 86_400_000
    const one = await send(opened.store, { to: ['x@b'], sentAt: ahead })
    const two = await send(opened.store, { to: ['x@c'], sentAt: start })
    await outbox.again({ message: two, address: 'x@c' }, { attempts: 1, at: ahead, problem: 'away' })
    expect((await outbox.due(start, 9)).map(({ message }) => message)).toEqual([one, two])
  })

  it('begins a task once, finds it by either id, and reads from its messages how it stands', async () => {
    const { commissions } = opened.store
    const created = await commissions.open(task('t'))
    expect(created).toMatchObject({
      created: true,
      task: { status: 'running', messages: 0, completedAt: null },
    })
    expect(await commissions.open(task('t', { owner: 'user:max@swarm-a' }))).toMatchObject({
      created: false,
      task: { owner },
    })
    expect((await commissions.find('wire-t'))?.id).toBe('t')
    const status = async () => (await commissions.find('t'))?.status
    await send(opened.store, { task: 't' })
    await send(opened.store, { task: 't', kind: 'complete', sentAt: start + 1 })
    expect(await commissions.find('t')).toMatchObject({
      status: 'completed',
      completedAt: start + 1,
      messages: 2,
    })
    await send(opened.store, { task: 't', kind: 'response' })
    expect(await status()).toBe('completed')
    await send(opened.store, { task: 't' })
    expect(await status()).toBe('running')
    await send(opened.store, { task: 't', kind: 'complete', subject: '::breakpoint_tool_call::' })
    expect(await status()).toBe('breakpoint')
    await commissions.contribute('t', ['swarm:a@b', owner])
    await commissions.limit('t', 3)
    expect(await commissions.find('t')).toMatchObject({ contributors: [owner, 'swarm:a@b'], maxSteps: 3 })
    expect((await commissions.list(owner, 9)).map(({ id }) => id)).toEqual(['t'])
    expect(await commissions.list('user:max@swarm-a', 9)).toEqual([])
  })

  it('tells which tasks are open, and which of them nobody works on', async () => {
    const { commissions, deliveries } = opened.store
    await enroll(opened.store, 'lea')
    const running = async () => (await commissions.running(null, firstPage())).rows
    const quiet = async (now = start + minute) =>
      (await commissions.quiet('swarm-a', now, 9)).map(({ id, since }) => [id, since])
    await commissions.open(task('far', { owner: 'swarm:b@b', startedAt: start - 1 }))
    await send(opened.store, { task: 'far', from: 'lea' })
    const first = await send(opened.store, { task: 't', begins: task('t'), from: 'lea' })
    expect(await running()).toEqual(['far', 't'])
    expect([await quiet(), await quiet(start - 1)]).toEqual([[['t', start]], []])
    // A runner shows that its work goes on, and nobody else does.
    const lease = (by: string) =>
      ({ verb: 'process', at: start, lease: { by, until: start + 9 * minute } }) as const
    const doer = { actor: 'reader', principal: null, session: null, command: null }
    await deliveries.move(doer, 'reader', [{ message: first }], lease('run:1'))
    expect([await quiet(), await quiet(start + 10 * minute)]).toEqual([[], [['t', start]]])
    await deliveries.move(doer, 'reader', [{ message: first }], { verb: 'unread', at: start })
    await deliveries.move(doer, 'reader', [{ message: first }], lease('reader'))
    expect(await quiet()).toEqual([['t', start]])
    await send(opened.store, { task: 't', kind: 'complete', sentAt: start + 1 })
    expect([await running(), await quiet()]).toEqual([['far'], []])
    // Nobody waits for what agents say after that.
    await send(opened.store, { task: 't', from: 'writer', sentAt: start + 2 })
    expect([await running(), await quiet()]).toEqual([['far', 't'], []])
    await send(opened.store, { task: 't', kind: 'complete', subject: '::breakpoint_tool_call::' })
    expect([await running(), await quiet()]).toEqual([['far', 't'], []])
  })

  it('tells all open tasks in pages, the oldest first, and those in which an agent was written to', async () => {
    const { commissions } = opened.store
    await enroll(opened.store, 'lea')
    const begun = [start, start - 9, start, start - 1, start, -start]
    for (const [at, startedAt] of begun.entries()) await commissions.open(task(`t.${at}`, { startedAt }))
    await send(opened.store, { task: 't.1', kind: 'complete' })
    const inPages = (agent: string | null, limit: number) =>
      allPages((after) => commissions.running(agent, { limit, after }))
    const all = ['t.5', 't.3', 't.0', 't.2', 't.4']
    for (const limit of [1, 2, 4, 5, 9]) expect(await inPages(null, limit)).toEqual(all)
    await send(opened.store, { task: 't.4', from: 'lea' })
    await send(opened.store, {
      task: 't.2',
      kind: 'complete',
      subject: '::breakpoint_tool_call::',
      to: ['lea', 'reader'],
    })
    await send(opened.store, { task: 't.3', to: ['lea', 'reader'] })
    await send(opened.store, { task: 't.1', kind: 'response', to: ['lea'] })
    for (const limit of [1, 9]) {
      expect(await inPages('reader', limit)).toEqual(['t.3', 't.4'])
      expect(await inPages('lea', limit)).toEqual(['t.3'])
      expect(await inPages('nobody', limit)).toEqual([])
    }
    for (const after of ['', '1', 'x.t', '1e9.t'])
      await expect(commissions.running(null, { limit: 1, after })).rejects.toMatchObject({ code: 'usage' })
  })

  it('stores the end of a task only if nothing came after what was looked at', async () => {
    const first = await send(opened.store, { task: 't' })
    const second = await send(opened.store, { task: 't' })
    const end = (taskNewest: number) =>
      send(opened.store, { task: 't', kind: 'complete', expect: { taskNewest } })
    await expect(end(first)).rejects.toMatchObject({ code: 'stale' })
    expect(await end(second)).toBeGreaterThan(second)
  })

  it('begins a task with its first message, or neither', async () => {
    const { commissions } = opened.store
    await send(opened.store, { task: 't', begins: task('t', { maxSteps: 3 }) })
    expect(await commissions.find('t')).toMatchObject({ owner, maxSteps: 3, messages: 1, ended: null })
    await send(opened.store, { task: 't', begins: task('t', { entrypoint: 'writer' }) })
    expect(await commissions.find('t')).toMatchObject({ entrypoint: 'reader', messages: 2 })
    const taken = send(opened.store, { task: 't', begins: task('t', { owner: 'user:max@swarm-a' }) })
    await expect(taken).rejects.toMatchObject({ code: 'conflict' })
    const nobody = [{ address: 'nobody', via: 'to', owes: true, expiresAt: null }]
    const lost = send(opened.store, { task: 'u', begins: task('u'), to: nobody })
    await expect(lost).rejects.toMatchObject({ code: 'not-found' })
    expect([await commissions.find('u'), (await commissions.find('t'))?.messages]).toEqual([null, 2])
  })

  it('tells what there is to tell of a task: who spoke, whom it went to, and when', async () => {
    const { tasks, deliveries } = opened.store
    const first = await send(opened.store, { task: 't', subject: 'Mill' })
    await send(opened.store, { task: 't', from: 'reader', to: ['writer'], sentAt: start + 1 })
    const ended = await send(opened.store, { task: 't', kind: 'complete', to: ['reader'], sentAt: start + 2 })
    const row = await tasks.find('t')
    expect(row).toMatchObject({
      id: 't',
      first,
      newest: ended,
      ended,
      messages: 3,
      status: 'completed',
      endings: 1,
    })
    expect(await tasks.find('u')).toBeNull()
    const { voices, ...facts } = await tasks.facts({ id: 't', first, ended })
    expect(voices.map(({ from }) => from)).toEqual(['writer', 'reader'])
    expect(facts).toEqual({ to: ['reader'], startedAt: start, endedAt: start + 2 })
    const rows = await allPages((after) => tasks.messages('t', { limit: 2, after }))
    expect(rows.map(({ message }) => message.id)).toEqual([first, expect.any(Number), ended])
    expect(await tasks.participants('t')).toEqual(['reader', 'writer'])
    expect(await tasks.hasWrittenTo('t', null, 'elsewhere')).toBe(false)
    expect((await tasks.list(null, firstPage())).rows).toMatchObject([{ id: 't' }])
    expect((await tasks.list('running', firstPage())).rows).toEqual([])
    const by = { actor: 'reader', principal: null, session: null, command: null }
    for (const message of [first, ended])
      await deliveries.move(by, 'reader', [{ message }], { verb: 'read', at: start })
    expect([await tasks.steps('t', first), await tasks.steps('t', ended)]).toEqual([2, 1])
  })

  it('tells the messages of a task, and of all tasks, as they came', async () => {
    const { tasks, messages, facts } = opened.store
    const ids = [
      await send(opened.store, { task: 't', body: 'one' }),
      await send(opened.store),
      await send(opened.store, { task: 'u' }),
      await send(opened.store, { task: 't' }),
    ] as const
    const read = async (told: Promise<{ readonly rows: readonly { readonly id: number }[] }>) =>
      (await told).rows.map(({ id }) => id)
    expect(await read(tasks.history('t', null, 9))).toEqual([ids[0], ids[3]])
    expect(await read(tasks.history('t', await messages.cursorAt(ids[0], 'after'), 9))).toEqual([ids[3]])
    expect(await read(tasks.history('t', await messages.cursorAt(ids[3], 'before'), 9))).toEqual([ids[3]])
    expect(await read(tasks.traffic(null, 2))).toEqual([ids[0], ids[2]])
    const [first] = (await tasks.history('t', null, 1)).rows
    expect(first?.body).toBe('one')
    expect(await read(tasks.history('t', null, 9, 1))).toEqual([ids[0]])
    expect(await read(tasks.history('t', null, 9, 4))).toEqual([ids[0], ids[3]])
    const { rows, next, more } = await tasks.history('t', null, 1, 4)
    expect([rows.map(({ id }) => id), more]).toEqual([[ids[0]], true])
    expect(await read(tasks.history('t', next, 9, 4))).toEqual([ids[3]])
    const { message, cursor } = await messages.newest()
    expect(message).toBe(ids[3])
    expect(await tasks.history('t', cursor, 9, 4)).toMatchObject({ rows: [], more: false })
    expect(await facts.remembered('finished-upto')).toBeNull()
    await facts.remember('finished-upto', cursor)
    const remembered = await facts.remembered('finished-upto')
    expect((await tasks.traffic(remembered, 9)).rows).toEqual([])
  })
}
