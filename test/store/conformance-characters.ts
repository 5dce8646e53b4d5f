import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultQueue } from '../../src/domain/queue.ts'
import type { MailStore } from '../../store/mail-store.ts'
import {
  act,
  doer,
  enroll,
  firstPage,
  idsIn,
  minute,
  move,
  type Open,
  type Opened,
  openMail,
  send,
  start,
  system,
} from './fixture.ts'

/** Both are JSON. Not every server keeps them as text: one such character must not make later looks fail. */
const nul = '\u0000'
const half = '\ud83d'

export function characterCases(open: Open): void {
  let opened: Opened
  let store: MailStore
  beforeEach(async () => {
    opened = await open()
    store = opened.store
    await enroll(store, 'writer', 'reader', 'other')
  })
  afterEach(() => opened.close())

  const moment = { now: start, overdueBefore: start - minute }
  const strange = { payload: { a: nul, b: half, c: `\\u0000${half}${half}😀` } }

  it('in a payload break nobody’s mailbox, journal, undo or task', async () => {
    const id = await send(store, { ...strange, tags: ['one', `t${nul}`], task: 't' })
    expect((await store.messages.read(id, null))?.message.payload).toEqual(strange.payload)
    for (const tag of ['one', `t${nul}`])
      expect(await idsIn(store, 'reader', { ...openMail, tag: [tag] })).toEqual([id])
    expect(await idsIn(store, 'reader', { ...openMail, tag: ['t', half] })).toEqual([])
    const answer = await send(store, { from: 'reader', to: ['writer'] })
    await act(store, 'writer', 'archive', answer)
    const { rows } = await store.log.journal('writer', null, firstPage())
    expect(rows.map(({ what }) => what)).toEqual(['archive', 'sent'])
    expect((await store.log.reverse(doer('writer'), 'undo', start)).change.messages).toEqual([answer])
    expect(await store.tasks.facts({ id: 't', first: id, ended: null })).toMatchObject({ to: ['reader'] })
  })

  it('in an escalation leave its deadline and what closes it', async () => {
    const payload = { ...strange.payload, escalation_id: `E${nul}`, deadline: '2027-02-01T00:00:00Z' }
    const first = await send(store, { kind: 'escalation', payload, to: ['reader'] })
    await send(store, {
      kind: 'escalation',
      payload,
      from: 'reader',
      to: ['other'],
      thread: first,
      replyTo: first,
    })
    const [escalation] = (await store.attention.page('other', 'escalation', moment, firstPage())).rows
    expect(escalation).toBeDefined()
    await send(store, {
      kind: 'response',
      from: 'reader',
      to: ['writer'],
      replyTo: first,
      thread: first,
      answers: true,
    })
    expect((await store.attention.page('other', 'escalation', moment, firstPage())).rows).toEqual([])
  })

  it('in a reason reach whoever is told of the failure', async () => {
    const id = await send(store)
    const reason = `… ${half} lost ${nul}.`
    const verb = { verb: 'fail', at: start } as const
    await store.deliveries.move(doer('reader'), 'reader', [{ message: id }], verb, { reason })
    const told = { reason: expect.stringMatching(/^… \ufffd+ lost [\0\ufffd]\.$/u) }
    expect(await store.deliveries.unreported(null, 9)).toMatchObject([told])
    expect((await store.deliveries.failedRequests('writer', firstPage())).rows).toMatchObject([
      { failure: told },
    ])
    expect(await store.log.outcomes([id], 9)).toMatchObject([told])
    expect((await store.log.receipts(id, firstPage())).rows).toMatchObject([{ outcome: told }])
    expect((await store.log.history(id, firstPage())).rows.at(-1)?.detail).toEqual({ reason })
  })

  it.each([nul, half])('in the name of a session (%j) keep it from no work', async (character) => {
    const by = doer('reader', { session: `s${character}` })
    const id = await send(store)
    const held = await store.deliveries.holdNext(by, 'reader', openMail, start + minute, start)
    if (held?.hold == null) throw new Error('Nothing is held.')
    const [settled] = await store.deliveries.settle(by, 'reader', [held.hold], { verb: 'read' }, start)
    expect(settled).toMatchObject({ changed: true })
    const [taken] = await store.deliveries.move(by, 'reader', [{ message: id }], move('process', start))
    expect(taken).toMatchObject({ changed: true })
    await store.queues.create({ ...defaultQueue, name: 'q' }, system, start)
    await send(store, { to: [{ address: 'queue:q', via: 'queue:q', owes: false }] })
    expect(await store.queues.claim(by, { queue: 'q', forms: ['reader'], lease: null }, start)).toMatchObject(
      {
        attempt: 1,
      },
    )
  })

  it.each([nul, half])('in the subject of work (%j) leave the fleet to be seen', async (character) => {
    const id = await send(store, { subject: `a${character}"\\${character}b`, task: `t${character}` })
    await act(store, 'reader', 'process', id)
    const surveyed = await store.fleet.survey({ now: start, failedSince: start })
    expect(surveyed.map(({ address, work }) => [address, work?.message ?? null])).toContainEqual([
      'reader',
      id,
    ])
  })

  it('in what an agent waits for leave it on the roster', async () => {
    await store.roster.beat('reader', start + 1, null, `a${nul}b`)
    await store.roster.beat('reader', start + 1, null, `${half}`)
    expect(await store.roster.find('reader')).toMatchObject({ waiting: { since: start + 1 } })
  })

  it('are not made of a name that the journal cuts', async () => {
    const paths = [`${'x'.repeat(298)}😀${'y'.repeat(20)}`]
    await store.reservations.reserve(
      { doer: doer('reader'), at: start },
      { project: '/p', paths, shared: false, until: start + minute },
    )
    const [{ about } = { about: null }] = (await store.log.journal('reader', null, firstPage())).rows
    expect(about).toMatch(/^x{298}\ufffd*…$/u)
  })
}
