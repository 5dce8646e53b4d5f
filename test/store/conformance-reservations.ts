import { afterEach, beforeEach, expect, it } from 'vitest'
import { mostReservations } from '../../src/domain/reservation.ts'
import type { NewReservations, ReservationStore } from '../../store/mail-store.ts'
import { doer, enroll, firstPage, minute, type Open, type Opened, start } from './fixture.ts'

export function reservationCases(open: Open): void {
  let opened: Opened
  let reservations: ReservationStore
  beforeEach(async () => {
    opened = await open()
    reservations = opened.store.reservations
    await enroll(opened.store, 'ana', 'bob')
  })
  afterEach(() => opened.close())

  const by = (agent: string, at = start, session: string | null = null) => ({
    doer: doer(agent, { session }),
    at,
  })
  const reserve = (
    agent: string,
    paths: readonly string[],
    more: Partial<NewReservations> = {},
    at = start,
  ) =>
    reservations.reserve(by(agent, at), {
      project: '/p',
      paths,
      shared: false,
      until: at + 30 * minute,
      ...more,
    })
  const held = async (now = start, project: string | null = '/p') =>
    (await reservations.list(project, now)).map(({ agent, path }) => [agent, path])
  const journal = async (agent: string) =>
    (await opened.store.log.journal(agent, null, firstPage())).rows.map(({ what, about }) => [what, about])

  it('of a clock that was ahead hold nothing longer than a reservation may last', async () => {
    const ahead = 400 * 24 * 60 * minute
    expect(await reserve('ana', ['src'], {}, start + ahead)).toEqual([])
    expect(await held()).toEqual([])
    expect(await reserve('bob', ['src'])).toEqual([])
    expect(await held()).toEqual([['bob', 'src']])
    expect(await reserve('ana', ['src/a.ts'], { until: start + 24 * 60 * minute })).toHaveLength(1)
  })

  it('for as long as may be are held against a program whose clock is a little behind', async () => {
    expect(await reserve('ana', ['src'], { until: start + 24 * 60 * minute })).toEqual([])
    expect(await held(start - 10)).toEqual([['ana', 'src']])
    expect(await reserve('bob', ['src/a.ts'], {}, start - 10)).toHaveLength(1)
  })

  it('are all made, or none, and name those that stand against them', async () => {
    expect(await reserve('ana', ['src/*.ts', 'docs'])).toEqual([])
    const against = await reserve('bob', ['test', 'src/a.ts', 'docs/x.md'])
    expect(against).toMatchObject([
      { agent: 'ana', path: 'src/*.ts', until: start + 30 * minute, shared: false },
      { agent: 'ana', path: 'docs' },
    ])
    expect(await held()).toEqual([
      ['ana', 'docs'],
      ['ana', 'src/*.ts'],
    ])
  })

  it('are shared by agents that all share them', async () => {
    expect(await reserve('ana', ['docs'], { shared: true })).toEqual([])
    expect(await reserve('bob', ['docs/a'], { shared: true })).toEqual([])
    expect(await reserve('bob', ['docs/b'])).toHaveLength(1)
    expect(await held()).toHaveLength(2)
  })

  it('are of one project', async () => {
    await reserve('ana', ['src'])
    expect(await reserve('bob', ['src'], { project: '/q' })).toEqual([])
    expect(await held()).toEqual([['ana', 'src']])
    expect(await held(start, null)).toHaveLength(2)
  })

  it('are renewed by their agent, under any session', async () => {
    await reserve('ana', ['src'])
    expect(await reserve('ana', ['src'], { shared: true }, start + minute)).toEqual([])
    expect(await reservations.list('/p', start)).toMatchObject([
      { since: start, until: start + 31 * minute, shared: true },
    ])
  })

  it('end with their time, which is noted when the next are made', async () => {
    await reserve('ana', ['src'])
    expect(await held(start + 30 * minute - 1)).toHaveLength(1)
    const late = start + 30 * minute
    expect(await held(late)).toEqual([])
    expect(await reserve('bob', ['src'], {}, late)).toEqual([])
    expect(await held(late)).toEqual([['bob', 'src']])
    expect(await journal('system')).toEqual([['unreserve', 'ana: src']])
  })

  it('end with their session, and with their agent', async () => {
    await opened.store.sessions.beat('ana', 's1', 'p1', start)
    await reservations.reserve(by('ana', start, 's1'), {
      project: '/p',
      paths: ['src'],
      shared: false,
      until: start + minute,
    })
    expect(await reservations.list('/p', start)).toMatchObject([
      { sessionId: 's1', session: { id: 's1', process: 'p1' } },
    ])
    await opened.store.sessions.end('ana', 's1', start)
    expect(await held()).toEqual([])
    expect(await reserve('bob', ['src'])).toEqual([])
    await opened.store.roster.setState('bob', 'frozen', doer('ana'), start)
    expect(await held()).toEqual([])
  })

  it('are ended by session or all, and only there', async () => {
    for (const session of ['s1', 's2', null])
      await reservations.reserve(by('ana', start, session), {
        project: '/p',
        paths: [`of-${session}`],
        shared: false,
        until: start + minute,
      })
    await reserve('bob', ['b'])
    expect(await reservations.end(by('bob'), 'ana', 's1')).toBe(1)
    expect(await reservations.end(by('bob'), 'ana', 's1')).toBe(0)
    expect(await reservations.end(by('bob'), 'ana', null)).toBe(1)
    expect(await reservations.end(by('bob'), 'ana')).toBe(1)
    expect(await reservations.end(by('bob'), 'stranger')).toBe(0)
    expect(await held()).toEqual([['bob', 'b']])
  })

  it('are given back by path or all, and every change is in the journal', async () => {
    await reserve('ana', ['a', 'b', 'c'])
    await reserve('bob', ['d'])
    const project = '/p'
    expect(await reservations.release(by('ana'), { project, paths: ['a', 'd'] })).toMatchObject([
      { path: 'a' },
    ])
    expect(await reservations.release(by('ana'), { project: '/q', paths: ['b'] })).toEqual([])
    expect(await reservations.release(by('ana'), null)).toMatchObject([{ path: 'b' }, { path: 'c' }])
    expect(await held()).toEqual([['bob', 'd']])
    expect(await journal('ana')).toEqual([
      ['unreserve', 'b, c'],
      ['unreserve', 'a'],
      ['reserve', 'a, b, c'],
    ])
  })

  it('are so many at most for one agent', async () => {
    const many = Array.from({ length: mostReservations }, (_, at) => `f${at}`)
    expect(await reserve('ana', many)).toEqual([])
    await expect(reserve('ana', ['one-more'])).rejects.toMatchObject({ code: 'conflict' })
    expect(await held()).toHaveLength(mostReservations)
  })
}
