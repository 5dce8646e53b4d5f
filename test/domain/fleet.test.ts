import { describe, expect, it } from 'vitest'
import type { PersonAsked } from '../../src/domain/asking.ts'
import { dayBegin, type FleetFacts, type FleetState, fleetStateOf } from '../../src/domain/fleet.ts'
import {
  countFleet,
  countGroups,
  type FleetEntry,
  type FleetGroup,
  fleetGroupOf,
  fleetOrders,
  matchesFleet,
  sortFleet,
} from '../../src/domain/fleet-board.ts'

const now = Date.UTC(2027, 0, 31, 12)
const minute = 60_000
const silentAfter = 5 * minute
const ago = (minutes: number) => now - minutes * minute

const quiet: FleetFacts = {
  state: 'alive',
  kind: 'agent',
  lastSeen: ago(1),
  registeredAt: ago(10_000),
  watched: false,
  waitsForMail: false,
  works: 0,
  owed: 0,
}
const asks = { since: ago(3), kind: 'permission', reason: 'Bash ls' } as const

describe('an agent', () => {
  type Case = Partial<FleetFacts> & { readonly asks?: PersonAsked }
  const cases: readonly [string, Case, FleetState][] = [
    ['with nothing to do', {}, 'idle'],
    ['with work', { works: 1 }, 'working'],
    ['whose session ended', { state: 'frozen', works: 1 }, 'ended'],
    ['that is retired', { state: 'dead', asks }, 'ended'],
    ['with work, heard of just within the time', { works: 1, lastSeen: ago(5) }, 'working'],
    ['with work, not heard of since', { works: 1, lastSeen: ago(6) }, 'silent'],
    ['with old mail, not heard of since', { lastSeen: ago(6) }, 'idle'],
    ['that owes an answer, not heard of since', { owed: 1, lastSeen: ago(6) }, 'silent'],
    ['that is watched, not heard of since', { watched: true, lastSeen: ago(6) }, 'silent'],
    ['of whom nothing is expected, not heard of since', { lastSeen: ago(6) }, 'idle'],
    ['of whom nothing is expected, for an hour', { lastSeen: ago(60) }, 'idle'],
    ['of whom nothing is expected, for longer than an hour', { lastSeen: ago(61) }, 'silent'],
    ['that waits for mail for longer than an hour', { lastSeen: ago(61), waitsForMail: true }, 'idle'],
    ['that was never heard of', { lastSeen: null, works: 1 }, 'silent'],
    ['that was registered just now', { lastSeen: null, registeredAt: ago(1), owed: 1 }, 'idle'],
    ['heard of by a clock that is ahead', { works: 1, lastSeen: ago(-120) }, 'silent'],
    ['heard of by a clock that is hardly ahead', { works: 1, lastSeen: ago(-1) }, 'working'],
    ['that asks a person', { works: 1, asks, lastSeen: ago(3) }, 'waiting'],
    ['that asks a person for a day', { asks: { ...asks, since: ago(1440) }, lastSeen: ago(1440) }, 'waiting'],
    ['that asks, and whose helpers are heard of', { works: 1, asks, lastSeen: ago(2) }, 'waiting'],
    ['that is a person', { kind: 'user', owed: 9, lastSeen: ago(9_000) }, 'idle'],
  ]
  it.each(cases)('%s', (_, { asks = null, ...facts }, state) => {
    expect(fleetStateOf({ ...quiet, ...facts }, asks, now, silentAfter)).toBe(state)
  })
})

const row = (agent: string, more: Partial<FleetEntry> = {}): FleetEntry => ({
  agent,
  state: 'idle',
  role: null,
  swarm: null,
  work: null,
  lastSeen: null,
  unread: 0,
  oldest: null,
  owed: 0,
  failedToday: 0,
  ...more,
})

describe('the group of an agent', () => {
  const cases: readonly [FleetState, number, FleetGroup][] = [
    ['working', 0, 'working'],
    ['working', 1, 'working'],
    ['working', 2, 'failing'],
    ['silent', 1, 'silent'],
    ['silent', 2, 'failing'],
    ['idle', 1, 'idle'],
    ['idle', 9, 'failing'],
    // A question comes first: its answer is what the agent waits for.
    ['waiting', 9, 'waiting'],
    ['ended', 9, 'ended'],
  ]
  it.each(cases)('that is %s and failed %d times today is %s', (state, failedToday, group) => {
    expect(fleetGroupOf({ state, failedToday })).toBe(group)
  })
})

const work = { task: null, queue: null, subject: '', until: null }
const rows = [
  row('d', { state: 'working', work, failedToday: 1, lastSeen: '2027-01-31T11:00:00.000Z' }),
  row('c', { unread: 9, oldest: '2027-01-30T00:00:00.000Z', lastSeen: '2027-01-31T12:00:00.000Z' }),
  row('b', { state: 'silent', unread: 1, oldest: '2027-01-29T00:00:00.000Z', owed: 2 }),
  row('a', { work: { ...work, until: '2027-01-31T13:00:00.000Z' }, state: 'ended' }),
]

describe('the fleet', () => {
  const orders: Readonly<Record<(typeof fleetOrders)[number], string>> = {
    state: 'bdca',
    name: 'abcd',
    seen: 'abdc',
    unread: 'cbad',
    oldest: 'bcad',
    owed: 'bacd',
    failed: 'dabc',
    lease: 'abcd',
  }
  it.each(fleetOrders)('is sorted by %s', (order) => {
    expect(
      sortFleet(rows, order)
        .map(({ agent }) => agent)
        .join(''),
    ).toBe(orders[order])
  })

  it.each([
    ['dev', true],
    ['DEV/a', true],
    ['working', true],
    ['build mill', true],
    ['queue:w', true],
    ['T-7', true],
    ['review', true],
    ['mill absent', false],
  ])('is filtered by %s: %s', (filter, found) => {
    const one = row('dev/alba', {
      state: 'working',
      role: 'reviewer',
      work: { task: 'T-7', queue: 'queue:work', subject: 'Build the mill', until: null },
    })
    expect(matchesFleet(one, filter)).toBe(found)
  })

  it('is counted by group', () => {
    const failing = row('e', { state: 'idle', failedToday: 2 })
    const none = { waiting: 0, failing: 0, working: 0, silent: 0, idle: 0, ended: 0 }
    expect(countGroups([...rows, failing])).toEqual({
      ...none,
      failing: 1,
      working: 1,
      silent: 1,
      idle: 1,
      ended: 1,
    })
  })

  it('is counted by state', () => {
    expect(countFleet(rows)).toEqual({ waiting: 0, silent: 1, working: 1, idle: 1, ended: 1 })
  })
})

it('a day begins at midnight by the clock on the wall', () => {
  const begin = new Date(dayBegin(now))
  expect([begin.getHours(), begin.getMinutes(), begin.getDate()]).toEqual([0, 0, new Date(now).getDate()])
})
