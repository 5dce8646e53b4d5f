import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Verb } from '../../src/domain/lifecycle.ts'
import type { MailStore, OwedQuestion } from '../../store/mail-store.ts'
import {
  act,
  allPages,
  enroll,
  firstPage,
  hour,
  type Open,
  type Opened,
  send,
  start,
  system,
} from './fixture.ts'

const everybody: OwedQuestion = { by: null, to: null }

export function owedCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const owed = async (question: Partial<OwedQuestion>, now = start) => {
    const { rows } = await store.deliveries.owed({ ...everybody, ...question }, now, firstPage())
    return rows.map(({ message, delivery }) => [message.id, delivery?.owner])
  }

  it('are listed by debtor, by creditor, by either and all, the oldest first', async () => {
    const first = await send(store, { to: ['reader', 'other'] })
    const back = await send(store, { from: 'reader', to: ['writer'], priority: 'urgent' })
    await send(store, { from: 'other', to: [{ address: 'reader', owes: false }] })
    expect(await owed({ by: 'reader' })).toEqual([[first, 'reader']])
    expect((await owed({ to: 'writer' })).toSorted()).toEqual([
      [first, 'other'],
      [first, 'reader'],
    ])
    expect((await owed({ by: 'writer', to: 'writer' })).map(([id]) => id)).toEqual([first, first, back])
    expect(await owed({})).toHaveLength(3)
    expect(await owed({ by: 'nobody', to: 'stranger' })).toEqual([])
  })

  const closings: readonly [Verb, object, boolean][] = [
    ['read', {}, true],
    ['ack', {}, true],
    ['ack', { ignore: true }, false],
    ['process', {}, true],
    ['snooze', { until: start + hour }, true],
    ['complete', {}, false],
    ['complete', { keep: true }, false],
    ['fail', {}, false],
    ['archive', {}, false],
  ]
  it.each(closings)('after %s %j: still listed is %3$s', async (verb, more, stays) => {
    const id = await send(store)
    await act(store, 'reader', verb, id, more)
    expect(await owed({ to: 'writer' })).toEqual(stays ? [[id, 'reader']] : [])
  })

  it('are closed by an answer, only for who gave it', async () => {
    const id = await send(store, { to: ['reader', 'other'] })
    await send(store, {
      from: 'reader',
      to: ['writer'],
      replyTo: id,
      thread: id,
      answers: true,
      kind: 'response',
    })
    expect(await owed({ to: 'writer' })).toEqual([[id, 'other']])
  })

  describe('outlive', () => {
    it('expiry, seen or unseen', async () => {
      const lasting = { to: [{ address: 'reader', expiresAt: start + 1 }] }
      const [seen, unseen] = [await send(store, lasting), await send(store, lasting)]
      await act(store, 'reader', 'read', seen)
      const both = [
        [seen, 'reader'],
        [unseen, 'reader'],
      ]
      expect(await owed({ by: 'reader' }, start + hour)).toEqual(both)
      await store.deliveries.bury(start + hour, 10)
      expect(await owed({ by: 'reader' }, start + hour)).toEqual(both)
    })

    it('no retirement of what was never read', async () => {
      await send(store)
      await store.roster.setState('reader', 'dead', system, start)
      expect(await owed({ to: 'writer' })).toEqual([])
    })
  })

  it('can be narrowed by kind and age', async () => {
    const old = await send(store, { kind: 'escalation' })
    await send(store)
    const young = await send(store, { kind: 'escalation', sentAt: start + hour })
    expect((await owed({ kinds: ['escalation'] })).map(([id]) => id)).toEqual([old, young])
    expect((await owed({ kinds: ['escalation'], sentBefore: start + 1 })).map(([id]) => id)).toEqual([old])
  })

  it('include escalations of every kind of copy', async () => {
    const open = await send(store, { kind: 'escalation', to: ['reader', 'other'] })
    const lost = await send(store, { kind: 'escalation', to: [{ address: 'reader', expiresAt: start + 1 }] })
    await store.deliveries.bury(start + hour, 10)
    const asked = { ...everybody, kinds: ['escalation'] } as const
    const rows = await allPages((after) => store.deliveries.owed(asked, start + hour, { limit: 1, after }))
    const found = rows.map(({ message, delivery }) => [message.id, delivery?.owner, delivery?.box])
    expect(found.slice(0, 2).toSorted()).toEqual([
      [open, 'other', 'unread'],
      [open, 'reader', 'unread'],
    ])
    expect(found.slice(2)).toEqual([[lost, 'reader', 'dead']])
    await act(store, 'other', 'complete', open)
    expect(await owed({ kinds: ['escalation'], by: 'other' })).toEqual([])
  })

  it('come page by page, each copy once', async () => {
    for (let at = 0; at < 3; at += 1) await send(store, { to: ['reader', 'other'] })
    const rows = await allPages((after) =>
      store.deliveries.owed({ by: null, to: 'writer' }, start, { limit: 1, after }),
    )
    expect(new Set(rows.map(({ message, delivery }) => `${message.id} ${delivery?.owner}`)).size).toBe(6)
    expect(rows).toHaveLength(6)
    await expect(store.deliveries.owed(everybody, start, { limit: 2, after: 'x' })).rejects.toMatchObject({
      code: 'usage',
    })
  })
}
