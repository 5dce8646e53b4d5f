import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { AgentSurvey, MailStore } from '../../store/mail-store.ts'
import { act, doer, enroll, hour, minute, type Open, type Opened, send, start, system } from './fixture.ts'

export function fleetCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', { address: 'lea', kind: 'user' })
  })
  afterEach(() => opened.close())

  const survey = async (address = 'reader', now = start, more: object = {}): Promise<AgentSurvey> => {
    const every = await store.fleet.survey({ now, failedSince: start, ...more })
    const found = every.find((one) => one.address === address)
    if (found === undefined) throw new Error(`No row for ${address}`)
    return found
  }
  /** As the board counts them, and as the roster does. */
  const failures = async (address: string, failedSince = start) => {
    const [duties] = await store.fleet.duties([address], failedSince)
    return [(await survey(address, start, { failedSince })).failed, duties?.failed]
  }
  const claim = async (at = start + minute) => {
    await store.queues.create({ ...defaultQueue, name: 'work', lease: hour }, system, start)
    const id = await send(store, {
      to: [{ address: 'queue:work', via: 'queue:work', owes: false }],
      subject: 'Build',
      task: 'T-1',
    })
    await store.queues.claim(doer('reader'), { queue: 'work', forms: ['reader'], lease: null }, at)
    return id
  }

  it('counts what each agent sent and changed in each part of a period', async () => {
    const id = await send(store, { to: [{ address: 'reader', via: 'reader', owes: false }] })
    const pulse = async (since: number, until: number) => {
      const found = await store.fleet.pulse({ since, until, buckets: 4 })
      return Object.fromEntries(found.map(({ address, parts }) => [address, parts]))
    }
    const before = await pulse(start - minute, start + 3 * minute)
    const sent = before['writer']?.reduce((sum, one) => sum + one, 0) ?? 0
    expect(sent).toBeGreaterThan(0)
    expect(before['reader']).toBeUndefined()
    await act(store, 'reader', 'ack', id, {}, start + 2 * minute)
    const after = await pulse(start - minute, start + 3 * minute)
    expect(after).toEqual({ ...before, reader: [0, 0, 0, 1] })
    expect(await pulse(start + 3 * minute, start + 7 * minute)).toEqual({})
  })

  it('lists agents, and retired ones only where they are asked for', async () => {
    await enroll(store, 'gone', 'resting')
    await store.roster.setState('gone', 'dead', system, start)
    await store.roster.setState('resting', 'frozen', system, start)
    const names = async (retired: boolean) =>
      (await store.fleet.survey({ now: start, failedSince: start, retired }))
        .map(({ address, state }) => `${address} ${state}`)
        .toSorted()
    const living = ['reader alive', 'resting frozen', 'writer alive']
    expect(await names(false)).toEqual(living)
    expect(await names(true)).toEqual(['gone dead', ...living])
  })

  it('knows an agent as the roster does', async () => {
    const given = { role: 'dev', swarm: 'x', session: 's-1', pane: '%7', watched: true }
    await enroll(store, { address: 'full', ...given })
    expect(await survey('full')).toEqual({
      ...given,
      address: 'full',
      kind: 'agent',
      state: 'alive',
      paneServer: null,
      registeredAt: start,
      lastSeen: start,
      waitsForMail: false,
      unread: 0,
      oldest: null,
      owed: 0,
      failed: 0,
      works: 0,
      work: null,
    })
  })

  it('knows that an agent waits for mail, until it is heard of again', async () => {
    await store.roster.beat('reader', start + minute, null, 'a review')
    expect(await survey()).toMatchObject({ waitsForMail: true, lastSeen: start + minute })
    await store.roster.beat('reader', start + 2 * minute, null)
    expect(await survey()).toMatchObject({ waitsForMail: false, lastSeen: start + 2 * minute })
  })

  it('counts unread mail, and finds what has waited longest whatever its priority', async () => {
    await send(store, { priority: 'low', tier: 4, sentAt: start + 1 })
    await send(store, { priority: 'urgent', sentAt: start + 2 })
    await send(store, { priority: 'low', tier: 2, sentAt: start + 3 })
    expect(await survey()).toMatchObject({ unread: 3, oldest: start + 1 })
    const [first] = (
      await store.deliveries.page('reader', { boxes: ['unread'] }, start, { limit: 9, after: null })
    ).rows.toSorted((one, other) => one.message.id - other.message.id)
    await act(store, 'reader', 'read', first?.message.id ?? 0)
    expect(await survey()).toMatchObject({ unread: 2, oldest: start + 2 })
  })

  it('lets expired mail be, and counts a snooze that is over', async () => {
    const expiresAt = start + hour
    await send(store, { to: [{ address: 'reader', expiresAt }], expiresAt })
    const later = await send(store, { sentAt: start + minute })
    await act(store, 'reader', 'snooze', later, { until: start + 2 * hour })
    expect(await survey()).toMatchObject({ unread: 1, oldest: start })
    expect(await survey('reader', start + hour)).toMatchObject({ unread: 0, oldest: null })
    expect(await survey('reader', start + 2 * hour)).toMatchObject({ unread: 1, oldest: start + minute })
  })

  it('counts the answers that are owed', async () => {
    const first = await send(store)
    await send(store, { to: [{ address: 'reader', owes: false }] })
    await send(store)
    expect(await survey()).toMatchObject({ owed: 2 })
    await act(store, 'reader', 'complete', first)
    expect(await survey()).toMatchObject({ owed: 1 })
    await store.log.reverse(doer('reader'), 'undo', start)
    expect(await survey()).toMatchObject({ owed: 2 })
  })

  it('counts no answer to mail that failed, also while it is snoozed', async () => {
    const id = await send(store)
    await act(store, 'reader', 'fail', id)
    expect(await survey()).toMatchObject({ owed: 0 })
    await act(store, 'reader', 'snooze', id, { until: start + hour })
    expect(await survey()).toMatchObject({ owed: 0 })
  })

  it('counts failures since a time, but for those that were undone', async () => {
    const [one, two] = [await send(store), await send(store)]
    await act(store, 'reader', 'fail', one, {}, start + minute)
    await act(store, 'reader', 'fail', two, {}, start + 3 * minute)
    expect(await failures('reader')).toEqual([2, 2])
    expect(await failures('reader', start + 2 * minute)).toEqual([1, 1])
    expect(await failures('writer')).toEqual([0, 0])
    await store.log.reverse(doer('reader'), 'undo', start + 4 * minute)
    expect(await failures('reader')).toEqual([1, 1])
    await store.log.reverse(doer('reader'), 'redo', start + 5 * minute)
    expect(await failures('reader')).toEqual([2, 2])
    expect(await store.fleet.duties(['reader'], null)).toMatchObject([{ failed: 0 }])
  })

  it('counts a failed item to the agent that had claimed it', async () => {
    const id = await claim()
    await store.queues.finish(doer('reader'), [{ message: id }], { verb: 'fail' }, start + 2 * minute)
    expect(await survey()).toMatchObject({ works: 0, work: null })
    expect(await failures('reader')).toEqual([1, 1])
  })

  it.each([[['low', 'high']], [['high', 'low']]] as const)(
    'of work without a lease tells the newest: %s',
    async (priorities) => {
      const sent: number[] = []
      for (const priority of priorities) sent.push(await send(store, { priority }))
      for (const id of sent) await act(store, 'reader', 'process', id)
      expect(await survey()).toMatchObject({ works: 2, work: { message: sent.at(-1), until: null } })
    },
  )

  it('tells the work of its own mailbox, since when and until when', async () => {
    const id = await send(store, { subject: 'Mill', task: 'T-9' })
    const lease = { by: 's-1', until: start + hour }
    await act(store, 'reader', 'process', id, { lease }, start + minute)
    expect(await survey()).toMatchObject({
      works: 1,
      work: {
        message: id,
        thread: id,
        task: 'T-9',
        subject: 'Mill',
        owner: 'reader',
        takenAt: start + minute,
        until: start + hour,
      },
    })
  })

  it('tells a claimed item, of several pieces of work the one that is leased longest', async () => {
    const own = await send(store)
    await act(store, 'reader', 'process', own, { lease: { by: 's-1', until: start + minute } })
    const id = await claim()
    expect(await survey()).toMatchObject({
      works: 2,
      work: { message: id, owner: 'queue:work', task: 'T-1', takenAt: start + minute },
    })
  })

  it('tells the duties of some agents in the order asked', async () => {
    const own = await send(store)
    await act(store, 'reader', 'process', own)
    await claim()
    await send(store, { from: 'reader', to: ['writer'] })
    expect(await store.fleet.duties(['writer', 'nobody', 'reader', 'lea'], start)).toEqual([
      { works: 0, owed: 1, failed: 0 },
      { works: 0, owed: 0, failed: 0 },
      { works: 2, owed: 1, failed: 0 },
      { works: 0, owed: 0, failed: 0 },
    ])
  })
}
