import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Delivery } from '../../src/domain/delivery.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { proof, scaled } from '../support/scale.ts'
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
  undoableVerbs,
} from './fixture.ts'

const runs = scaled(40, 1_000)

export function logCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  const reader = doer('reader')
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
    expect(await store.log.since(events[2]?.seq ?? 0, 2)).toEqual(events.slice(3, 5))
    expect((await store.log.history(id + 1, firstPage())).rows).toEqual([])
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
      acknowledged: null,
      answered: null,
    }
    const receipts = await allPages((after) => store.log.receipts(id, { limit: 1, after }))
    expect(receipts).toEqual([
      {
        ...none,
        address: 'other',
        acknowledged: start + minute,
        outcome: { message: id, owner: 'other', state: 'read', by: null, reason: null, at: null },
      },
      {
        ...none,
        address: 'reader',
        answered: start + hour,
        outcome: {
          ...{ message: id, owner: 'reader', state: 'answered' },
          ...{ by: 'reader', reason: null, at: start + hour },
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
    const { deed, letters } = await store.log.reverse(reader, 'undo', start + 1)
    expect(deed).toMatchObject({ what: 'archive', messages: ids })
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

  it('undoes in spite of an offer that came to nothing', async () => {
    const id = await send(store)
    await act(store, 'reader', 'pin', id)
    const [held] = await store.deliveries.hold(reader, 'reader', [id], start + minute, start)
    await store.deliveries.release(reader, 'reader', held?.hold ? [held.hold] : [], start)
    await store.log.reverse(reader, 'undo', start)
    expect(await store.deliveries.find('reader', id)).toMatchObject({ pinned: false, attempts: 1 })
  })
}
