import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fleetOrders } from '../../src/domain/fleet-board.ts'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { inSession } from '../../src/services/sessions/in-session.ts'
import { hour, type MailRoom, minute, openMailRoom } from '../support/mailbox.ts'

let room: MailRoom
let scout: Mailbox
let lea: Mailbox
beforeEach(async () => {
  room = await openMailRoom()
  await room.join('critic', { role: 'reviewer', pane: '%7', session: 's-1' })
  scout = await room.join('scout')
  await room.join('lea', { kind: 'user' })
  lea = await room.as('lea')
})
afterEach(() => room.close())

const rowOf = async (agent: string) => {
  const { fleet } = await lea.fleet({ limit: 500 })
  return fleet.find((row) => row.agent === agent)
}
const names = (answer: { readonly fleet: readonly { readonly agent: string }[] }) =>
  answer.fleet.map(({ agent }) => agent)

describe('the fleet', () => {
  test('lists every agent, and no person', async () => {
    expect(names(await lea.fleet({}))).toEqual(['critic', 'scout'])
    expect(await rowOf('critic')).toEqual({
      agent: 'critic',
      state: 'idle',
      asks: null,
      role: 'reviewer',
      swarm: null,
      work: null,
      works: 0,
      lastSeen: new Date(room.now).toISOString(),
      unread: 0,
      oldest: null,
      owed: 0,
      failedToday: 0,
      session: 's-1',
      pane: '%7',
      reserved: 0,
      bell: 'pane',
    })
  })

  test('counts what each agent did in each part of the last hour, where that is asked for', async () => {
    await scout.send({ to: ['lea'], subject: 'Found it' })
    const { fleet } = await lea.fleet({ pulse: true })
    const pulse = fleet.find(({ agent }) => agent === 'scout')?.pulse ?? []
    expect(pulse).toHaveLength(12)
    expect(pulse.at(-1)).toBeGreaterThan(0)
    expect(pulse.slice(0, -1).every((count) => count === 0)).toBe(true)
    expect(fleet.find(({ agent }) => agent === 'critic')?.pulse).toBeUndefined()
    expect((await rowOf('scout'))?.pulse).toBeUndefined()
  })

  test('tells what an agent has taken, and since when', async () => {
    const { id } = await lea.send({ to: ['scout'], subject: 'Survey', kind: 'request', task: 'T-1' })
    room.now += minute
    await scout.process({ messages: [id] })
    expect(await rowOf('scout')).toMatchObject({
      state: 'working',
      works: 1,
      owed: 1,
      work: { message: id, thread: id, subject: 'Survey', task: 'T-1', queue: null },
    })
    expect((await rowOf('scout'))?.work?.since).toBe(new Date(room.now).toISOString())
  })

  test('tells the queue of a claimed item, and counts its failure', async () => {
    await lea.createQueue({ queue: 'builds' })
    await lea.send({ to: ['queue:builds'], subject: 'Build' })
    const { value, settle } = await scout.claim({ queue: 'builds' })
    await settle()
    expect(await rowOf('scout')).toMatchObject({ state: 'working', work: { queue: 'queue:builds' } })
    await scout.fail({ messages: [value.message.id], reason: 'no compiler' })
    expect(await rowOf('scout')).toMatchObject({ works: 0, work: null, failedToday: 1 })
    expect(await lea.showAgent({ agent: 'scout' })).toMatchObject({ failedToday: 1 })
    expect((await lea.listAgents({})).agents.map(({ failedToday }) => failedToday)).toEqual([0, 0, 1])
    room.now += 24 * 60 * minute
    expect(await lea.showAgent({ agent: 'scout' })).toMatchObject({ failedToday: 0 })
  })

  test('shows an agent as silent that has mail and is not heard of, until it is', async () => {
    await lea.send({ to: ['scout'], subject: 'Hello' })
    room.now += 6 * minute
    expect(await rowOf('scout')).toMatchObject({ state: 'silent', unread: 1 })
    expect((await lea.listAgents({})).agents.map(({ address, activity }) => [address, activity])).toEqual([
      ['critic', 'idle'],
      ['lea', 'idle'],
      ['scout', 'silent'],
    ])
    await scout.send({ to: ['critic'], subject: 'I am here' })
    expect(await rowOf('scout')).toMatchObject({ state: 'idle', unread: 1 })
    await lea.freezeAgent({ agent: 'scout' })
    expect(await rowOf('scout')).toMatchObject({ state: 'ended' })
    expect((await lea.showAgent({ agent: 'scout' })).activity).toBe('ended')
  })

  test('is filtered by words and by state; the counts leave the state aside', async () => {
    await lea.send({ to: ['scout'], subject: 'Hello' })
    room.now += 6 * minute
    expect(names(await lea.fleet({ state: 'silent' }))).toEqual(['scout'])
    expect((await lea.fleet({ state: 'silent' })).counts).toMatchObject({ silent: 1, idle: 1 })
    expect(names(await lea.fleet({ text: 'REVIEW' }))).toEqual(['critic'])
    expect((await lea.fleet({ text: 'review' })).counts).toMatchObject({ silent: 0, idle: 1 })
    expect(names(await lea.fleet({ text: 'nobody' }))).toEqual([])
  })

  test('lists retired agents on request', async () => {
    await lea.retireAgent({ agent: 'scout' })
    expect(names(await lea.fleet({}))).toEqual(['critic'])
    expect(names(await lea.fleet({ retired: true }))).toEqual(['critic', 'scout'])
  })

  test.each(fleetOrders)('comes page by page in the order of %s, each agent once', async (sort) => {
    for (let at = 0; at < 7; at += 1) {
      await room.join(`a-${at}`)
      if (at % 2 === 0) await lea.send({ to: [`a-${at}`], subject: 'Hi', kind: 'request' })
      room.now += at % 3 === 0 ? minute : 0
    }
    const whole = names(await lea.fleet({ sort, limit: 5000 }))
    const paged: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<Mailbox['fleet']>> = await lea.fleet({
        sort,
        limit: 2,
        ...(after !== null && { after }),
      })
      paged.push(...names(page))
      if ((after = page.next) === null) break
    }
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(9)
  })

  test('refuses a cursor of another order', async () => {
    const { next } = await lea.fleet({ limit: 1 })
    await expect(lea.fleet({ limit: 1, sort: 'name', after: next ?? '' })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(lea.fleet({ after: 'x' })).rejects.toMatchObject({ code: 'usage' })
    await expect(lea.fleet({ limit: 5001 })).rejects.toMatchObject({ code: 'usage' })
  })
})

describe('an agent is seen by its session', () => {
  const command = async (more: object = {}) =>
    inSession(await seat(room.store, 'scout', { session: 's-9', now: () => room.now, ...more }), false)

  test('that goes on', async () => {
    room.now += hour
    await command()
    expect((await rowOf('scout'))?.lastSeen).toBe(new Date(room.now).toISOString())
  })

  test('but not by somebody in its name', async () => {
    const first = (await rowOf('scout'))?.lastSeen
    room.now += hour
    await command({ principal: await room.store.roster.find('lea') })
    expect((await rowOf('scout'))?.lastSeen).toBe(first)
  })
})

describe('the context that an agent has used', () => {
  const transcripts = {
    uses: async (sessions: readonly string[]) =>
      new Map(sessions.map((session) => [session, { tokens: 124_000, window: 200_000 }])),
  }

  test('is read where that is asked for, of agents with a session', async () => {
    const box = await room.as('lea', { transcripts })
    const used = async (input: object) =>
      (await box.fleet(input)).fleet.map(({ agent, context }) => [agent, context])
    expect(await used({})).toEqual([
      ['critic', undefined],
      ['scout', undefined],
    ])
    expect(await used({ context: true })).toEqual([
      ['critic', { tokens: 124_000, window: 200_000 }],
      ['scout', undefined],
    ])
    expect(await used({ context: true, agents: ['scout', 'nobody'] })).toEqual([['scout', undefined]])
    expect((await lea.fleet({ context: true })).fleet[0]?.context).toBeUndefined()
  })
})

describe('a pane is looked at', () => {
  const panes = {
    nudge: async () => {},
    show: async () => {},
    titles: async () => new Map([[' %7', 'Reads the log']]),
    capture: async () => `${Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')}\n\n\n`,
  }

  test('by a person, its last lines', async () => {
    const box = await room.as('lea', { panes })
    const { lines, ...rest } = await box.peek({ agent: 'critic', lines: 2 })
    expect(lines).toEqual(['line 38', 'line 39'])
    expect(rest).toEqual({ agent: 'critic', pane: '%7' })
    expect((await box.peek({ agent: 'critic' })).lines).toHaveLength(20)
    await expect(box.peek({ agent: 'critic', lines: 501 })).rejects.toMatchObject({ code: 'usage' })
    await expect(box.peek({ agent: 'scout' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(lea.peek({ agent: 'critic' })).rejects.toMatchObject({ code: 'not-allowed' })
  })

  test('and on the board by its title, where that is asked for', async () => {
    const box = await room.as('lea', { panes })
    const titleOf = async (input: object) =>
      (await box.fleet(input)).fleet.find(({ agent }) => agent === 'critic')?.title
    expect(await titleOf({ titles: true })).toBe('Reads the log')
    expect(await titleOf({})).toBeUndefined()
  })

  test('and not by an agent', async () => {
    const box = await room.as('scout', { panes })
    await expect(box.peek({ agent: 'critic' })).rejects.toMatchObject({ code: 'not-allowed' })
  })
})
