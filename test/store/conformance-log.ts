import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Delivery } from '../../src/domain/delivery.ts'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'
import {
  act,
  allPages,
  doer,
  enroll,
  firstPage,
  hour,
  idsIn,
  minute,
  move,
  type Open,
  type Opened,
  send,
  start,
  system,
  undoableVerbs,
} from './fixture.ts'

const runs = scaled(20, 1_000)

export function logCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  const reader = doer('reader')
  const author = { doer: reader, at: start }
  const kept = { retainCount: null, retainHours: null }
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  it('tells a message’s history from its sending on, page by page', async () => {
    const id = await send(store, {
      principal: 'lea',
      origin: { process: 1, terminal: null, pane: null, session: 's' },
    })
    for (const verb of ['read', 'process', 'fail', 'retry', 'complete'] as const)
      await act(store, 'reader', verb, id)
    const events = await allPages((after) => store.log.history(id, { limit: 2, after }))
    expect(events.map(({ what }) => what)).toEqual(['sent', 'read', 'process', 'fail', 'retry', 'complete'])
    expect(events[0]).toEqual({
      seq: 0,
      deed: 0,
      at: start,
      actor: 'writer',
      principal: 'lea',
      owner: 'writer',
      what: 'sent',
      message: id,
      session: 's',
      command: null,
      detail: null,
    })
    const { rows, next } = await store.log.since(null, 2)
    expect(rows).toEqual(events.slice(1, 3))
    expect((await store.log.since(next, 2)).rows).toEqual(events.slice(3, 5))
    expect((await store.log.history(id + 1, firstPage())).rows).toEqual([])
  })

  it('tells the outcomes of some messages, with a limit for each', async () => {
    const [one, two] = [await send(store, { to: ['reader', 'other'] }), await send(store)]
    await act(store, 'reader', 'complete', one, {}, start + 1)
    await act(store, 'reader', 'fail', two, {}, start + 2)
    const outcomes = await store.log.outcomes([two, one, 9_999], 5)
    expect(outcomes.map(({ message, owner, state, by, at }) => [message, owner, state, by, at])).toEqual([
      [two, 'reader', 'failed', 'reader', start + 2],
      ...outcomes
        .slice(1)
        .map(({ owner }) =>
          owner === 'reader'
            ? [one, 'reader', 'completed', 'reader', start + 1]
            : [one, 'other', 'waiting', null, null],
        ),
    ])
    expect(outcomes).toHaveLength(3)
    expect(await store.log.outcomes([one], 1)).toHaveLength(1)
  })

  it('notes nudges, and in the history of the message that one was about', async () => {
    const id = await send(store)
    const nudge = {
      agent: 'reader',
      text: 'Go on',
      outcome: 'typed',
      doer: doer('lea', { principal: 'max' }),
    }
    await store.log.noteNudge({ ...nudge, at: start, message: id })
    await store.log.noteNudge({ ...nudge, at: start + 1, text: 'Again', message: null })
    const told = { actor: 'lea', principal: 'max', outcome: 'typed' }
    expect(await store.log.nudges('reader', 5)).toEqual([
      { ...told, at: start + 1, text: 'Again' },
      { ...told, at: start, text: 'Go on' },
    ])
    expect(await store.log.nudges('reader', 1)).toHaveLength(1)
    expect(await store.log.nudges('nobody', 5)).toEqual([])
    const { rows } = await store.log.history(id, firstPage())
    expect(rows.at(-1)).toMatchObject({ what: 'nudged', detail: { text: 'Go on', outcome: 'typed' } })
  })

  it('tells what an agent sent, got and did as one, newest first, in pages', async () => {
    const got = await send(store, { subject: 'Got' })
    await act(store, 'reader', 'read', got, {}, start + 1)
    const sent = await send(store, { from: 'reader', to: ['other'], subject: 'Mine', sentAt: start + 2 })
    const rows = await allPages((after) => store.statistics.timeline('reader', { limit: 1, after }))
    expect(rows.map(({ what, message, other, subject }) => [what, message, other, subject])).toEqual([
      ['sent', sent, 'other', 'Mine'],
      ['read', got, 'reader', 'Got'],
      ['got', got, 'writer', 'Got'],
    ])
    await expect(store.statistics.timeline('reader', { limit: 1, after: 'x' })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  it('counts what happened in a period', async () => {
    const id = await send(store)
    await act(store, 'reader', 'read', id, {}, start + 1)
    await send(store, {
      from: 'reader',
      to: ['writer'],
      kind: 'response',
      sentAt: start + minute,
      replyTo: id,
      thread: id,
      answers: true,
    })
    await send(store, { sentAt: start + hour })
    const period = { since: start, until: start + 2 * minute, buckets: 2 }
    const told = await store.statistics.read(period)
    expect(told).toMatchObject({ whole: true, sent: 2, flow: [1, 1] })
    expect(Object.fromEntries(told.kinds)).toEqual({ request: 1, response: 1 })
    expect(Object.fromEntries(told.deeds)).toEqual({ read: 1, answered: 1 })
    expect(told.answers).toMatchObject({ count: 1, median: minute })
  })

  it('tells what others ended, decided and handed on in a time, as many of each as are wanted, and counts them all', async () => {
    const early = await send(store)
    await act(store, 'reader', 'complete', early, {}, start)
    const [one, two, lost] = [await send(store), await send(store), await send(store)]
    for (const [id, at] of [
      [one, 1],
      [two, 2],
    ] as const)
      await act(store, 'reader', 'complete', id, {}, start + at * minute)
    const failing = move('fail', start + 3 * minute)
    await store.deliveries.move(reader, 'reader', [{ message: lost }], failing, { reason: 'No tests' })
    const handoff = await send(store, {
      from: 'writer',
      to: ['other'],
      kind: 'handoff',
      subject: '',
      sentAt: start + 4 * minute,
    })
    const asked = { since: start, until: start + hour, besides: 'nobody' }
    const { rows, counts, whole } = await store.statistics.happened(asked, 1)
    expect(rows.map(({ what, message, by, other, reason }) => [what, message, by, other, reason])).toEqual([
      ['handed-on', handoff, 'writer', 'other', null],
      ['failed', lost, 'reader', 'reader', 'No tests'],
      ['finished', two, 'reader', 'reader', null],
    ])
    expect(rows[0]?.subject).toBe('body')
    expect(counts.map(({ what, by, count }) => `${what} ${by} ${count}`).sort()).toEqual([
      'failed reader 1',
      'finished reader 2',
      'handed-on writer 1',
    ])
    expect(whole).toBe(true)
    const which = await send(store, { to: ['reader'], kind: 'escalation', sentAt: start + 5 * minute })
    const answer = { from: 'reader', to: ['writer'], replyTo: which, thread: which, answers: true }
    await send(store, { ...answer, kind: 'response', sentAt: start + 6 * minute })
    const decided = await store.statistics.happened({ ...asked, since: start + 5 * minute }, 9)
    expect(decided.rows.map(({ what, message, by, other }) => [what, message, by, other])).toEqual([
      ['decided', which, 'reader', 'writer'],
    ])
    const besides = await store.statistics.happened({ ...asked, besides: 'reader' }, 9)
    expect(besides.rows.map(({ message }) => message)).toEqual([handoff])
    const none = await store.statistics.happened({ ...asked, since: start + 7 * minute }, 9)
    expect(none).toEqual({ rows: [], counts: [], whole: true })
  })

  it('tells when an agent sent or changed something on purpose, newest first', async () => {
    const id = await send(store)
    await act(store, 'reader', 'read', id, {}, start + 1)
    await act(store, 'reader', 'ack', id, {}, start + 2)
    await send(store, { from: 'reader', to: ['other'], sentAt: start + 3 })
    await act(store, 'reader', 'archive', id, {}, start + 4)
    expect(await store.statistics.active('reader', start, 9)).toEqual([start + 4, start + 3, start + 2])
    expect(await store.statistics.active('reader', start + 3, 1)).toEqual([start + 4])
    expect(await store.statistics.active('nobody', start, 9)).toEqual([])
  })

  it('gives receipts by recipient', async () => {
    const id = await send(store, { to: ['reader', 'other'] })
    await act(store, 'other', 'ack', id, {}, start + minute)
    await send(store, {
      from: 'reader',
      to: ['writer'],
      replyTo: id,
      thread: id,
      answers: true,
      sentAt: start + hour,
    })
    const none = {
      principal: null,
      stored: start,
      offered: null,
      shown: null,
      rung: null,
      waiting: null,
      retracted: null,
      acknowledged: null,
      answered: null,
    }
    const receipts = await allPages((after) => store.log.receipts(id, { limit: 1, after }))
    expect(receipts).toEqual([
      {
        ...none,
        address: 'other',
        retracted: null,
        acknowledged: start + minute,
        outcome: { message: id, owner: 'other', state: 'read', by: null, reason: null, at: null },
      },
      {
        ...none,
        address: 'reader',
        answered: start + hour,
        outcome: {
          message: id,
          owner: 'reader',
          state: 'answered',
          by: 'reader',
          reason: null,
          at: start + hour,
        },
      },
    ])
  })

  const state = ({ attempts, ...rest }: Delivery) => rest

  it(
    proof('undo restores exactly, redo does exactly again, in any order that the log allows', runs, 'series'),
    async () => {
      const step = fc.oneof(fc.constantFrom(...undoableVerbs), fc.constantFrom('undo', 'redo'))
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          const fresh = await open()
          const { deliveries, log } = fresh.store
          await enroll(fresh.store, 'reader')
          const ids = [await send(fresh.store), await send(fresh.store)]
          const look = async () =>
            (await Promise.all(ids.map((id) => deliveries.find('reader', id)))).flatMap((copy) =>
              copy === null ? [] : [state(copy)],
            )
          const past = [await look()]
          const future: (typeof past)[number][] = []
          for (const [at, verb] of steps.entries()) {
            if (verb === 'undo' || verb === 'redo') {
              const possible = verb === 'undo' ? past.length > 1 : future.length > 0
              const done = log.reverse(reader, verb, start + at)
              if (!possible) await expect(done).rejects.toMatchObject({ code: 'nothing' })
              await done.catch(() => null)
              const seen = verb === 'undo' ? past.pop() : future.pop()
              if (possible && seen) (verb === 'undo' ? future : past).push(seen)
              else if (seen) past.push(seen)
            } else {
              const moved = await deliveries.move(
                reader,
                'reader',
                ids.map((message) => ({ message })),
                move(verb, start + at, { until: start + hour + at }),
              )
              if (!moved.some(({ changed }) => changed)) continue
              past.push(await look())
              future.length = 0
            }
            expect(await look()).toEqual(past.at(-1))
          }
          await fresh.close()
        }),
        { numRuns: runs },
      )
    },
    proofPatience(900_000),
  )

  it('undo is one deed for all that one deed did, and says so', async () => {
    const ids = [await send(store), await send(store)]
    await store.deliveries.move(
      reader,
      'reader',
      ids.map((message) => ({ message })),
      move('archive', start),
    )
    expect(await store.log.undoable('reader', 'undo', 5)).toMatchObject([
      { what: 'archive', messages: ids, actor: 'reader' },
    ])
    const { change, letters } = await store.log.reverse(reader, 'undo', start + 1)
    expect(change).toMatchObject({ what: 'archive', messages: ids })
    expect(letters.map(({ message, delivery }) => [message.id, delivery?.box])).toEqual(
      ids.map((id) => [id, 'unread']),
    )
    expect(await idsIn(store, 'reader')).toEqual(ids)
    expect(await store.log.undoable('reader', 'undo', 5)).toEqual([])
    expect(await store.log.undoable('reader', 'redo', 5)).toMatchObject([{ what: 'archive' }])
  })

  it('undo refuses, naming who changed a copy since, and then restores none', async () => {
    const ids = [await send(store), await send(store)]
    await store.deliveries.move(
      reader,
      'reader',
      ids.map((message) => ({ message })),
      move('archive', start),
    )
    await store.deliveries.move(doer('lea'), 'reader', [{ message: ids[1] ?? 0 }], move('restore', start))
    await expect(store.log.reverse(reader, 'undo', start)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('lea'),
    })
    expect(await idsIn(store, 'reader', { boxes: ['archived'] })).toEqual([ids[0]])
  })

  it('undoes only what its actor did, and never reading or handing over', async () => {
    const id = await send(store)
    await act(store, 'reader', 'read', id)
    expect(await store.log.undoable('reader', 'undo', 5)).toEqual([])
    await act(store, 'reader', 'pin', id)
    expect(await store.log.undoable('other', 'undo', 5)).toEqual([])
    await expect(store.log.reverse(doer('other'), 'undo', start)).rejects.toMatchObject({ code: 'nothing' })
    await store.log.reverse(reader, 'undo', start)
    await act(store, 'reader', 'archive', id)
    await expect(store.log.reverse(reader, 'redo', start)).rejects.toMatchObject({ code: 'nothing' })
  })

  const sends = (more: object = {}) => send(store, { from: 'reader', to: ['other'], ...more })
  it.each<readonly [string, () => Promise<unknown>]>([
    ['sent', () => sends()],
    ['assign', async () => store.assignments.assign(reader, await send(store), 'other', start)],
    [
      'claim',
      async () => {
        await send(store, { to: ['queue:work'] })
        return store.queues.claim(reader, { queue: 'work', forms: ['reader'], lease: null }, start)
      },
    ],
    ['subscribe', () => store.channels.subscribe('alerts', 'reader', start, author)],
    [
      'unsubscribe',
      async () => {
        await store.channels.subscribe('alerts', 'reader', start)
        await store.channels.unsubscribe('alerts', 'reader', author)
      },
    ],
    ['close-channel', () => store.channels.close('alerts', author)],
    [
      'reopen-channel',
      async () => {
        await store.channels.close('alerts')
        await store.channels.reopen('alerts', author)
      },
    ],
    [
      'retain-channel',
      () => store.channels.retain('alerts', { retainCount: 1, retainHours: null }, start, author),
    ],
    ['delete-channel', () => store.channels.remove('alerts', author)],
    ['create-channel', () => store.channels.create({ name: 'new', ...kept }, start, author)],
    ['create-queue', () => store.queues.create({ ...defaultQueue, name: 'new' }, reader, start)],
    ['set-queue', () => store.queues.setStatus('work', 'paused', start, author)],
    ['create-group', () => store.groups.create({ name: 'new', members: [] }, author)],
    ['change-group', () => store.groups.change('ops', { add: ['other'], remove: [] }, author)],
    ['delete-group', () => store.groups.remove('ops', author)],
  ])('undo stops at %s, which hides what was done before', async (what, final) => {
    await store.queues.create({ ...defaultQueue, name: 'work' }, system, start)
    await store.channels.create({ name: 'alerts', ...kept }, start)
    await store.groups.create({ name: 'ops', members: [] })
    const id = await send(store)
    await act(store, 'reader', 'archive', id)
    await final()
    await expect(store.log.reverse(reader, 'undo', start)).rejects.toMatchObject({ code: 'conflict' })
    const { rows } = await store.log.journal('reader', null, firstPage())
    expect(rows.map((row) => [row.what, row.undoable])).toEqual([
      [what, false],
      ['archive', true],
    ])
    await store.log.reverse(reader, 'undo', start, rows[1]?.change ?? 0)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ box: 'unread' })
  })

  it('the log names the maker of a place, the last one where its name was used again', async () => {
    const author = (actor: string) => ({ doer: { ...reader, actor }, at: start })
    await store.groups.create({ name: 'ops', members: [] }, author('reader'))
    await store.queues.create({ ...defaultQueue, name: 'ops' }, { ...reader, actor: 'other' }, start)
    await store.channels.create({ name: 'ops', ...kept }, start, author('reader'))
    await store.channels.create({ name: 'silent', ...kept }, start)
    expect(await makersOf(store, 'group:ops', 'queue:ops', 'channel:ops')).toEqual([
      'reader',
      'other',
      'reader',
    ])
    expect(await makersOf(store, 'channel:silent', 'group:none')).toEqual([null, null])
    const asked = { ...firstPage(), makers: true }
    expect((await store.groups.list(asked)).rows).toMatchObject([
      { name: 'ops', maker: 'reader', madeAt: start },
    ])
    expect((await store.queues.list(asked, start)).rows).toMatchObject([
      { name: 'ops', maker: 'other', madeAt: start },
    ])
    expect((await store.channels.list(asked)).rows).toMatchObject([
      { name: 'ops', maker: 'reader', madeAt: start },
      { name: 'silent', maker: null, madeAt: null },
    ])
    const plain = [await store.groups.list(firstPage()), await store.queues.list(firstPage(), start)]
    for (const { rows } of plain) {
      expect(rows[0]).not.toHaveProperty('maker')
      expect(rows[0]).not.toHaveProperty('madeAt')
    }
    await store.groups.remove('ops', author('reader'))
    await store.groups.create({ name: 'ops', members: [] }, author('other'))
    expect(await makersOf(store, 'group:ops')).toEqual(['other'])
  })

  it('a queue that was taken over from another system was not made here', async () => {
    for (const command of ['import', 'sync', 'adopt', 'queue create', null])
      await store.queues.create(
        { ...defaultQueue, name: command?.replace(' ', '-') ?? 'none' },
        { ...reader, command },
        start,
      )
    const { rows } = await store.queues.list({ ...firstPage(), makers: true }, start)
    expect(rows.map(({ name, madeAt }) => [name, madeAt])).toEqual([
      ['adopt', null],
      ['import', null],
      ['none', start],
      ['queue-create', start],
      ['sync', null],
    ])
  })

  it('a change that changed nothing is in no journal', async () => {
    await store.channels.create({ name: 'alerts', ...kept }, start)
    await store.channels.subscribe('alerts', 'reader', start)
    await store.groups.create({ name: 'ops', members: ['other'] })
    const id = await send(store)
    await act(store, 'reader', 'ack', id)
    const journal = async () => (await store.log.journal('reader', null, firstPage())).rows
    const before = await journal()
    expect(before).toHaveLength(1)
    await store.channels.subscribe('alerts', 'reader', start, author)
    await store.channels.unsubscribe('alerts', 'other', author)
    await store.groups.change('ops', { add: ['other'], remove: ['gone'] }, author)
    await act(store, 'reader', 'ack', id)
    expect(await journal()).toEqual(before)
  })

  it('tells changes and sent messages as one, newest first, in pages, and what was undone', async () => {
    const ids = [await send(store), await send(store, { to: ['reader', 'other'], subject: 'Second' })]
    await act(store, 'reader', 'pin', ids[0] ?? 0, {}, start + 1)
    const sent = await sends({ subject: 'Mine', sentAt: start + 2 })
    await store.deliveries.move(
      reader,
      'reader',
      ids.map((message) => ({ message })),
      move('archive', start + 3),
    )
    await store.deliveries.move(reader, 'other', [{ message: ids[1] ?? 0 }], move('ack', start + 4))
    await store.channels.create({ name: 'alerts', ...kept }, start + 5, { doer: reader, at: start + 5 })
    const entries = await allPages((after) => store.log.journal('reader', null, { limit: 2, after }))
    expect(entries).toMatchObject([
      { what: 'create-channel', messages: [], count: 0, about: 'channel:alerts', undoable: false },
      { what: 'ack', messages: [ids[1]], count: 1, subject: 'Second', about: 'other', undoable: true },
      { what: 'archive', messages: ids, count: 2, about: null, undoable: true, undone: false },
      { what: 'sent', change: null, messages: [sent], subject: 'Mine', about: 'other', undoable: false },
      { what: 'pin', messages: [ids[0]], count: 1, about: null },
    ])
    const since = await store.log.journal('reader', start + 3, firstPage())
    expect(since.rows.map(({ what }) => what)).toEqual(['create-channel', 'ack', 'archive'])
    await store.log.reverse(reader, 'undo', start + 6, entries[2]?.change ?? 0)
    const after = await store.log.journal('reader', null, firstPage())
    expect(after.rows[2]).toMatchObject({ what: 'archive', undone: true })
    expect(after.rows).toHaveLength(5)
    expect((await store.log.journal('nobody', null, firstPage())).rows).toEqual([])
    await expect(store.log.journal('reader', null, { limit: 2, after: 'x' })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  it('undoes one change by its number, and only its actor’s', async () => {
    const id = await send(store)
    await act(store, 'reader', 'pin', id)
    const [entry] = (await store.log.journal('reader', null, firstPage())).rows
    const change = entry?.change ?? 0
    await expect(store.log.reverse(doer('other'), 'undo', start, change)).rejects.toMatchObject({
      code: 'not-found',
    })
    await store.log.reverse(reader, 'undo', start, change)
    await expect(store.log.reverse(reader, 'undo', start, change)).rejects.toMatchObject({ code: 'conflict' })
    await store.log.reverse(reader, 'redo', start)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ pinned: true })
  })

  it('undoes in spite of an offer that came to nothing', async () => {
    const id = await send(store)
    await act(store, 'reader', 'pin', id)
    const [held] = await store.deliveries.hold(reader, 'reader', [id], start + minute, start)
    await store.deliveries.release(reader, 'reader', held?.hold ? [held.hold] : [], start)
    await store.log.reverse(reader, 'undo', start)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ pinned: false, attempts: 1 })
  })
}

function makersOf(store: MailStore, ...places: readonly string[]): Promise<readonly (string | null)[]> {
  return Promise.all(places.map((place) => store.places.maker(place)))
}
