import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statusOf } from '../../src/domain/delivery.ts'
import { isMailError } from '../../src/domain/errors.ts'
import { advance, type Verb, verbs } from '../../src/domain/lifecycle.ts'
import type { MailStore } from '../../store/mail-store.ts'
import { proof, proofPatience, scaled } from '../support/scale.ts'
import {
  act,
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
} from './fixture.ts'

const runs = scaled(40, 2_000)

export function moveCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const more = (verb: Verb, at: number) => (verb === 'snooze' ? { until: at + hour } : {})

  it(
    proof('verbs: do what the domain’s table says, from any state, and log each change once', runs, 'series'),
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...verbs), { maxLength: 12 }), async (sequence) => {
          const id = await send(store)
          let events = 0
          for (const [step, verb] of sequence.entries()) {
            const at = start + step
            const before = await store.deliveries.find('reader', id)
            if (before === null) throw new Error('The copy is gone')
            const asked = move(verb, at, more(verb, at))
            const [moved] = await store.deliveries.move(doer('reader'), 'reader', [{ message: id }], asked)
            const after = await store.deliveries.find('reader', id)
            const expected = outcome(() => advance(before, asked))
            if ('code' in expected)
              expect(moved).toMatchObject({ changed: false, problem: { code: expected.code } })
            else expect(after).toEqual({ ...before, ...expected })
            if ('code' in expected) expect(after).toEqual(before)
            expect(moved?.letter?.delivery).toEqual(after)
            events += Number(moved?.changed)
            expect(moved?.changed).toBe(JSON.stringify(before) !== JSON.stringify(after))
          }
          expect((await store.log.history(id, firstPage())).rows).toHaveLength(events + 1)
          expect((await store.deliveries.of(id, firstPage())).rows).toHaveLength(1)
        }),
        { numRuns: runs },
      )
    },
    proofPatience(900_000),
  )

  it('never make mail unread again that was taken back', async () => {
    const id = await send(store)
    await act(store, 'reader', 'read', id)
    await store.deliveries.retract(doer('writer'), [id], null, start)
    await act(store, 'reader', 'unread', id)
    expect((await store.deliveries.find('reader', id))?.box).toBe('retracted')
  })

  it('tells each target’s own problem, and does the others', async () => {
    const [one, two, foreign] = [await send(store), await send(store), await send(store, { to: ['other'] })]
    await act(store, 'reader', 'archive', two)
    const moved = await store.deliveries.move(
      doer('reader'),
      'reader',
      [one, two, foreign, 999].map((message) => ({ message })),
      move('process', start),
    )
    expect(moved.map(({ message, changed, problem }) => [message, changed, problem?.code ?? null])).toEqual([
      [one, true, null],
      [two, false, 'conflict'],
      [foreign, false, 'not-found'],
      [999, false, 'not-found'],
    ])
    expect(moved.map(({ letter }) => letter?.message.id ?? null)).toEqual([one, two, foreign, null])
  })

  describe('refuse what the caller no longer saw', () => {
    const cases = [
      [{ status: 'unread' }, null],
      [{ status: 'read' }, 'stale'],
      [{ attempts: 0 }, null],
      [{ attempts: 1 }, 'stale'],
      [{ status: 'unread', attempts: 3 }, 'stale'],
    ] as const
    it.each(cases)('%j', async (assumed, code) => {
      const message = await send(store)
      const [moved] = await store.deliveries.move(
        doer('reader'),
        'reader',
        [{ message, expect: assumed }],
        move('archive', start),
      )
      expect(moved?.problem?.code ?? null).toBe(code)
    })
  })

  it('on another’s copy name both, and touch nobody else’s', async () => {
    const id = await send(store, { to: ['reader', 'other'] })
    await store.deliveries.move(
      doer('lea', { principal: 'critic', session: 's1' }),
      'reader',
      [{ message: id }],
      move('archive', start + 5),
      { why: 'tidying' },
    )
    const { rows } = await store.log.history(id, firstPage())
    expect(rows[1]).toMatchObject({
      actor: 'lea',
      principal: 'critic',
      session: 's1',
      command: 'test',
      owner: 'reader',
      what: 'archive',
      at: start + 5,
      detail: { why: 'tidying' },
    })
    expect(statusOf((await store.deliveries.find('other', id)) ?? { box: 'dead', was: null })).toBe('unread')
  })

  describe('a role’s mail that is not done', () => {
    const via = 'role:dev'
    const share = async () => {
      await enroll(store, { address: 'reader', role: 'dev' })
      const open = { to: [{ address: 'reader', via }], selectors: [{ selector: via, expiresAt: null }] }
      return [await send(store, open), await send(store, open), await send(store, open)] as const
    }
    const reader = { address: 'reader', longForm: null }
    const leaves: readonly [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        'retires',
        () => store.roster.setState('reader', 'dead', system, start),
        () => store.roster.setState('reader', 'alive', system, start),
      ],
      [
        'holds the role no longer',
        () => store.roster.update({ ...reader, role: null }, system, start),
        () => store.roster.update({ ...reader, role: 'dev' }, system, start),
      ],
    ]

    it.each(leaves)('leaves who %s, and waits for the next holder', async (_, leave) => {
      const [unread, read, taken] = await share()
      await act(store, 'reader', 'read', read)
      await act(store, 'reader', 'process', taken)
      await leave()
      expect(await store.deliveries.find('reader', unread)).toMatchObject({ box: 'archived', was: 'unread' })
      expect(await store.deliveries.find('reader', read)).toMatchObject({ box: 'archived', was: 'read' })
      expect(await store.deliveries.find('reader', taken)).toMatchObject({ box: 'processing' })
      expect(await store.deliveries.untold(null, 9)).toEqual([])
      await enroll(store, { address: 'late', role: 'dev' })
      expect(await idsIn(store, 'late')).toEqual([unread, read, taken])
    })

    it.each(leaves)('is there again when who %s is back in it', async (_, leave, back) => {
      const [unread, mine] = await share()
      await act(store, 'reader', 'archive', mine)
      await leave()
      await back()
      expect(await store.deliveries.find('reader', unread)).toMatchObject({ box: 'unread', owes: true })
      expect(await store.deliveries.find('reader', mine)).toMatchObject({ box: 'archived' })
    })
  })

  describe('a role’s mail, completed', () => {
    const via = 'role:dev'
    const share = async () => {
      await enroll(store, { address: 'reader', role: 'dev' }, { address: 'other', role: 'dev' })
      return send(store, {
        to: [{ address: 'reader', via }, { address: 'other', via }, 'writer'],
        selectors: [{ selector: via, expiresAt: null }],
      })
    }

    it('is done for all holders, not for who was addressed itself', async () => {
      const id = await share()
      await act(store, 'reader', 'complete', id, {}, start + minute)
      expect(await store.deliveries.find('other', id)).toMatchObject({
        box: 'archived',
        was: 'completed',
        owes: false,
        completedAt: start + minute,
      })
      expect(await store.deliveries.find('writer', id)).toMatchObject({ box: 'unread' })
      const { rows } = await store.log.history(id, firstPage())
      expect(rows.map(({ what, owner }) => [what, owner])).toEqual([
        ['sent', 'writer'],
        ['complete', 'reader'],
        ['done-elsewhere', 'other'],
      ])
      expect(new Set(rows.slice(1).map(({ deed }) => deed)).size).toBe(1)
    })

    it('is open again for all when that is undone, and waits for newcomers', async () => {
      const id = await share()
      await act(store, 'reader', 'complete', id)
      await enroll(store, { address: 'late', role: 'dev' })
      expect(await idsIn(store, 'late')).toEqual([])
      await store.log.reverse(doer('reader'), 'undo', start)
      expect(await idsIn(store, 'other')).toEqual([id])
      await enroll(store, { address: 'later', role: 'dev' })
      expect(await idsIn(store, 'later')).toEqual([id])
    })
  })
}

function outcome<T>(rule: () => T): T | { readonly code: string } {
  try {
    return rule()
  } catch (error) {
    if (!isMailError(error)) throw error
    return { code: error.code }
  }
}
