import { afterEach, beforeEach, expect, it } from 'vitest'
import { breakpointSubject } from '../../src/domain/task.ts'
import type { StandingFilter } from '../../store/mail-store.ts'
import { act, allPages, enroll, type Open, type Opened, send, start, type Written } from './fixture.ts'

const owner = 'user:lea@swarm-a'

/** What comes in a task after its owner's message, and how it stands then for its owner. */
const lives: readonly (readonly [string, readonly Written[]])[] = [
  ['submitted', []],
  ['submitted', [{ body: 'And quickly.' }]],
  ['working', [{ from: 'reader', to: ['writer'], kind: 'response' }]],
  ['working', [{ from: 'reader', to: ['helper'] }]],
  ['input-required', [{ from: 'reader', kind: 'complete', subject: breakpointSubject }]],
  ['working', [{ from: 'reader', kind: 'complete', subject: breakpointSubject }, { body: 'Yes' }]],
  ['completed', [{ from: 'reader', kind: 'complete' }]],
  ['completed', [{ from: 'reader', kind: 'complete', subject: '::task_error::' }]],
  ['completed', [{ from: 'system', kind: 'complete', subject: 'Re: the plan' }]],
  ['failed', [{ from: 'system', kind: 'complete', subject: '::task_error::' }]],
  ['failed', [{ from: 'system', kind: 'complete', subject: '::maximum_steps_reached::' }]],
  ['canceled', [{ from: 'system', kind: 'complete', subject: '::task_canceled::' }]],
  // What comes after an end changes nothing, however the agents go on.
  ['completed', [{ from: 'reader', kind: 'complete' }, { body: 'Once more' }]],
  [
    'completed',
    [
      { from: 'reader', kind: 'complete' },
      { from: 'reader', to: ['helper'], kind: 'response' },
    ],
  ],
  [
    'canceled',
    [
      { from: 'system', kind: 'complete', subject: '::task_canceled::' },
      { from: 'reader', to: ['helper'] },
      { from: 'reader', kind: 'complete' },
      { from: 'reader', kind: 'complete', subject: breakpointSubject },
    ],
  ],
  [
    'completed',
    [
      { from: 'reader', kind: 'complete', subject: breakpointSubject },
      { body: 'Yes' },
      { from: 'reader', kind: 'complete' },
      { from: 'system', kind: 'complete', subject: '::task_error::' },
    ],
  ],
]

export function standingCases(open: Open): void {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
    await enroll(opened.store, 'reader', 'writer', 'helper')
  })
  afterEach(() => opened.close())

  /** A task with its owner's message, and then these. The numbers of all. */
  async function begin(id: string, then: readonly Written[] = [], first: Written = {}) {
    const parties = { id, wire: `wire-${id}`, owner, contributors: [owner] }
    const begins = { ...parties, entrypoint: 'reader', startedAt: start, maxSteps: null }
    const ids = [await send(opened.store, { task: id, begins, ...first })]
    for (const next of then) ids.push(await send(opened.store, { task: id, ...next }))
    return ids
  }
  const standing = (id: string) => opened.store.commissions.standing(owner, id)

  it('says how a task stands for its owner, and by which message', async () => {
    for (const [at, [state, then]] of lives.entries()) {
      const ids = await begin(`t${at}`, then)
      const found = await standing(`t${at}`)
      const said = then.map(({ kind, subject }) => `${kind} ${subject}`).join(', ')
      expect([found?.state, said]).toEqual([state, said])
      const final = then.findIndex(
        ({ kind, subject }) => kind === 'complete' && subject !== breakpointSubject,
      )
      expect(found?.by).toBe(final < 0 ? ids.at(-1) : ids[final + 1])
      expect(found).toMatchObject({ task: { id: `t${at}`, owner, entrypoint: 'reader' }, thread: ids[0] })
      expect(found?.endings).toBe(then.filter(({ kind }) => kind === 'complete').length)
    }
    // Once it was handed to an agent, that works on it.
    await act(opened.store, 'reader', 'read', (await standing('t0'))?.by ?? 0)
    expect(await standing('t0')).toMatchObject({ state: 'working', changedAt: start })
  })

  it('knows an owner’s tasks alone', async () => {
    await begin('mine')
    const { commissions } = opened.store
    expect(await commissions.standing('user:max@swarm-a', 'mine')).toBeNull()
    const page = { limit: 9, after: null }
    expect(await commissions.standings('user:max@swarm-a', {}, page)).toEqual({
      rows: [],
      next: null,
      total: 0,
    })
  })

  it('lists them by their last change, in pages, by thread, state and time', async () => {
    const { commissions } = opened.store
    const [first = 0] = await begin('a')
    await begin('b', [{ from: 'reader', kind: 'complete', sentAt: start + 5 }], { sentAt: start + 1 })
    await begin('c', [], { thread: first, sentAt: start + 2 })
    await begin('d', [], { sentAt: start + 3 })
    const ids = async (filter: StandingFilter, limit = 9) => {
      const { rows, total } = await commissions.standings(owner, filter, { limit, after: null })
      return [rows.map(({ task }) => task.id).join(), total]
    }
    expect(await ids({})).toEqual(['d,c,b,a', 4])
    await send(opened.store, { task: 'a', sentAt: start + 4 })
    expect(await ids({})).toEqual(['a,d,c,b', 4])
    // A late answer in a task that is over is no change of it.
    await send(opened.store, { task: 'b', from: 'reader', kind: 'response' })
    expect(await ids({}, 3)).toEqual(['a,d,c', 4])
    const all = await allPages((after) => commissions.standings(owner, {}, { limit: 2, after }))
    expect(all.map(({ task }) => task.id).join()).toBe('a,d,c,b')
    expect(await ids({ thread: first })).toEqual(['a,c', 2])
    expect(await ids({ state: 'completed' })).toEqual(['b', 1])
    expect(await ids({ state: 'submitted', since: start + 3 })).toEqual(['a,d', 2])
    expect(await ids({ thread: first, state: 'canceled' })).toEqual(['', 0])
    const bad = commissions.standings(owner, {}, { limit: 2, after: 'x' })
    await expect(bad).rejects.toMatchObject({ code: 'usage' })
  })

  it('reads what one and the others wrote to each other in a task, the last of it first of all', async () => {
    const { tasks } = opened.store
    const then: readonly Written[] = [
      { from: 'reader', to: ['helper'], body: 'not for writer' },
      { from: 'reader', to: ['helper', 'writer'], kind: 'response', body: 'two' },
      { body: 'three' },
      { from: 'reader', to: ['writer'], kind: 'complete', body: 'the end' },
    ]
    const ids = await begin('t', [...then, ...Array.from({ length: 20 }, () => ({ body: 'more' }))], {
      body: 'one',
    })
    await send(opened.store, { body: 'elsewhere' })
    const read = async (most: number, characters = 1_000) =>
      (await tasks.exchange('t', 'writer', most, characters)).map(
        ({ id, body }) => `${ids.indexOf(id)} ${body}`,
      )
    const all = await read(99)
    expect(all.slice(0, 3)).toEqual(['0 one', '2 two', '3 three'])
    expect(all).toHaveLength(23)
    expect(await read(9)).toEqual(all.slice(-9))
    expect(await read(99, 11)).toEqual(all.slice(-2))
    expect(await read(99, 1)).toEqual(all.slice(-1))
    expect(await read(0)).toEqual([])
    expect(await tasks.exchange('t', 'nobody', 9, 9)).toEqual([])
  })
}
