import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Decision } from '../../src/domain/debates/decision.ts'
import type { Kind } from '../../src/domain/kind.ts'
import {
  allPages,
  enroll,
  firstPage,
  type Open,
  type Opened,
  post,
  send,
  start,
  type Written,
} from './fixture.ts'

/** Threads in which stances were taken, and what they decided. */
export function debateCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
    await enroll(opened.store, 'reader', 'writer')
  })
  afterEach(() => opened.close())

  const say = async (kind: Kind, thread: number | null = null) =>
    (await opened.store.messages.deliver(post({ kind, thread, replyTo: thread }))).id
  const decision = (title: string): Decision => ({
    task: 'T',
    title,
    approach: title,
    decidedAt: start,
    participants: ['reader', 'writer'],
    rounds: 2,
    agreement: 1,
    forcedBy: null,
    summary: [],
  })

  it('notes a debate as its stances arrive, and other mail not at all', async () => {
    const { debates } = opened.store
    const mail = await say('request')
    const query = await say('query', mail)
    expect(await debates.find(mail)).toBeNull()
    expect(query).toBeGreaterThan(mail)
    const claim = await say('claim')
    const counter = await say('counter', claim)
    await say('query', claim)
    expect(await debates.find(claim)).toEqual({ thread: claim, newest: counter, judged: 0, verdict: 'open' })
    const directive = await say('directive', claim)
    expect((await debates.find(claim))?.newest).toBe(directive)
    expect(await debates.tally()).toEqual({
      byVerdict: { open: 1, deadlock: 0, consensus: 0 },
      rounds: 2,
      claims: 1,
      counters: 1,
    })
    expect((await debates.recent(1)).map(({ message }) => message.id)).toEqual([counter])
    expect((await debates.recent(9)).map(({ message }) => message.id)).toEqual([claim, counter])
  })

  const answered: readonly [string, readonly Kind[], Written][] = [
    [
      'a stance that answers the whole debate',
      ['claim', 'counter', 'evidence', 'counter'],
      { kind: 'agree' },
    ],
    [
      'a decision on what was escalated again',
      ['escalation', 'escalation', 'escalation'],
      { kind: 'response' },
    ],
  ]
  it.each(answered)('%s is noted for the oldest message first', async (_, kinds, answer) => {
    const { store } = opened
    const payload = { escalation_id: 'E' }
    const ids: number[] = []
    for (const kind of kinds) ids.push(await send(store, { kind, payload, thread: ids[0] ?? null }))
    const replyTo = answer.kind === 'response' ? ids.at(-1) : null
    const more = { from: 'reader', to: ['writer'], thread: ids[0] ?? null, replyTo: replyTo ?? null }
    await send(store, { ...answer, ...more, answers: true })
    const noted: number[] = []
    for (const id of replyTo == null ? ids : ids.slice(0, -1)) {
      const { rows } = await store.log.history(id, firstPage())
      noted.push(rows.find(({ what }) => what === 'answered')?.seq ?? Number.NaN)
    }
    expect(noted).toEqual(noted.map((_, at) => (noted[0] ?? 0) + at))
  })

  it('lists those in which something came after a cursor', async () => {
    const { debates, messages } = opened.store
    const claim = await say('claim')
    await say('claim')
    const { cursor } = await messages.newest()
    const since = async () => (await debates.list(null, firstPage(), cursor)).rows.map(({ thread }) => thread)
    expect(await since()).toEqual([])
    const next = await say('claim')
    expect(await since()).toEqual([next])
    await say('counter', claim)
    expect(await since()).toEqual([claim, next])
  })

  it('takes a verdict only on what came last', async () => {
    const { debates } = opened.store
    const claim = await say('claim')
    const counter = await say('counter', claim)
    expect(await debates.unjudged(9)).toEqual([claim])
    expect(await debates.judge(claim, claim, 'deadlock')).toBe(false)
    expect(await debates.judge(claim, counter, 'deadlock')).toBe(true)
    expect(await debates.unjudged(9)).toEqual([])
    expect(await debates.find(claim)).toEqual({
      thread: claim,
      newest: counter,
      judged: counter,
      verdict: 'deadlock',
    })
    await say('concede', claim)
    expect(await debates.unjudged(9)).toEqual([claim])
  })

  it('lists them page by page, the newest word first, all or those of a verdict', async () => {
    const { debates } = opened.store
    const threads = [await say('claim'), await say('claim'), await say('claim')]
    await say('counter', threads[0] ?? 0)
    const [first = 0, second = 0, third = 0] = threads
    const all = await allPages((after) => debates.list(null, { limit: 2, after }))
    expect(all.map(({ thread }) => thread)).toEqual([first, third, second])
    await debates.judge(second, second, 'consensus')
    expect((await debates.list('consensus', firstPage())).rows.map(({ thread }) => thread)).toEqual([second])
    expect((await debates.list('open', firstPage(1))).rows.map(({ thread }) => thread)).toEqual([first])
  })

  it('lists the deadlocked that were looked at, the longest without a word first, and counts them', async () => {
    const { debates } = opened.store
    const threads = [await say('claim'), await say('claim'), await say('claim'), await say('claim')]
    const [first = 0, second = 0, third = 0, open = 0] = threads
    for (const thread of [first, second, third]) await debates.judge(thread, thread, 'deadlock')
    await debates.judge(open, open, 'open')
    expect(await debates.countDeadlocked()).toBe(3)
    const listed = async () =>
      (await allPages((after) => debates.deadlocked({ limit: 2, after }))).map(({ thread }) => thread)
    expect(await listed()).toEqual([first, second, third])
    // Somebody may have ended it.
    const counter = await say('counter', second)
    expect([await debates.countDeadlocked(), await listed()]).toEqual([2, [first, third]])
    await debates.judge(second, counter, 'deadlock')
    expect([await debates.countDeadlocked(), await listed()]).toEqual([3, [first, third, second]])
    await debates.judge(first, first, 'consensus')
    expect([await debates.countDeadlocked(), await listed()]).toEqual([2, [third, second]])
  })

  it('lists what is to be ruled on first, page by page, and what was decided lately last', async () => {
    const { debates } = opened.store
    const [open, decided, locked, more] = [
      await say('claim'),
      await say('claim'),
      await say('claim'),
      await say('claim'),
    ]
    const agree = await say('agree', decided)
    await debates.judge(decided, agree, 'consensus')
    await debates.judge(locked, locked, 'deadlock')
    await debates.decide(
      { message: agree, thread: decided, decision: decision('A') },
      { text: 'A', mark: 'm' },
    )
    const pages = await allPages((after) => debates.board(0, { limit: 1, after }))
    expect(pages.map(({ thread, decision }) => [thread, decision])).toEqual([
      [locked, null],
      [more, null],
      [open, null],
      [decided, 'A'],
    ])
    expect(await debates.boardCounts(0)).toEqual({ deadlock: 1, open: 2, consensus: 1 })
    const later = start + 365 * 86_400_000
    expect((await debates.board(later, firstPage())).rows.map(({ thread }) => thread)).toEqual([
      locked,
      more,
      open,
    ])
    expect((await debates.boardCounts(later)).consensus).toBe(0)
  })

  it('keeps a decision once for its message, and files it once', async () => {
    const { debates } = opened.store
    const claim = await say('claim')
    const [one, two] = [await say('agree', claim), await say('agree', claim)]
    const keep = (message: number, title: string) =>
      debates.decide(
        { message, thread: claim, decision: decision(title) },
        { text: `${title}\nmark-${message}\n`, mark: `mark-${message}` },
      )
    expect([await keep(one, 'A'), await keep(one, 'B'), await keep(two, 'C')]).toEqual([true, false, true])
    const asked = { since: 0, until: Number.MAX_SAFE_INTEGER, besides: 'nobody' }
    const { rows } = await opened.store.statistics.happened(asked, 9)
    expect(rows.map(({ what, message, debate, reason }) => [what, message, debate, reason])).toEqual([
      ['decided', two, claim, decision('C').approach],
      ['decided', one, claim, decision('A').approach],
    ])
    expect((await debates.decisions(firstPage())).rows.map(({ decision: { title } }) => title)).toEqual([
      'C',
      'A',
    ])
    const pages = await allPages((after) => debates.decisions({ limit: 1, after }))
    expect(pages).toEqual([
      { message: two, thread: claim, decision: decision('C') },
      { message: one, thread: claim, decision: decision('A') },
    ])
    expect(await debates.unfiled()).toBe(2)
    expect([await debates.file(1), await debates.file(9), await debates.file(9)]).toEqual([[one], [two], []])
    expect(await debates.unfiled()).toBe(0)
  })
}
