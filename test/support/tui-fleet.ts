import { countGroups } from '../../src/domain/fleet-board.ts'
import type { FleetRowValue } from '../../src/values/supervision-schema.ts'
import { noon, row, type Sitting, sitBefore } from './tui-state.ts'

export const ago = (minutes: number): string => new Date(noon - minutes * 60_000).toISOString()

export function fleetRow(agent: string, more: Partial<FleetRowValue> = {}): FleetRowValue {
  return {
    agent,
    state: 'idle',
    asks: null,
    role: null,
    swarm: null,
    work: null,
    works: 0,
    lastSeen: ago(2),
    unread: 0,
    oldest: null,
    owed: 0,
    failedToday: 0,
    session: null,
    pane: null,
    bell: null,
    reserved: 0,
    ...more,
  }
}

export const someWork: NonNullable<FleetRowValue['work']> = {
  message: '1ABC7',
  thread: '1ABC7',
  subject: 'Repair the mill',
  task: 'T-7',
  queue: 'queue:builds',
  since: ago(12),
  until: ago(-4),
}

/** One agent in each state. */
export const someAgents: readonly FleetRowValue[] = [
  fleetRow('swarm_dev/asker', {
    state: 'waiting',
    asks: { since: ago(3), kind: 'permission', reason: 'permission to push' },
  }),
  fleetRow('swarm_dev/lost', {
    state: 'silent',
    lastSeen: ago(75),
    unread: 12,
    oldest: ago(80),
    owed: 2,
    pane: '%3',
  }),
  fleetRow('swarm_dev/busy', { state: 'working', work: someWork, works: 2, failedToday: 1, session: 's-1' }),
  fleetRow('swarm_dev/calm', { role: 'reviewer' }),
  fleetRow('swarm_dev/over', { state: 'ended', lastSeen: null }),
]

/** A person at the board, with these agents on it. */
export function sitAtBoard(
  rows: readonly FleetRowValue[] = someAgents,
  size = { columns: 120, rows: 30 },
): Sitting {
  return tellFleet(
    sitBefore([row('M001')], size)
      .answerRoster()
      .press('B'),
    rows,
  )
}

export function tellFleet(sitting: Sitting, rows: readonly FleetRowValue[]): Sitting {
  const table = { name: 'fleet', count: rows.length, rows, more: false }
  return sitting.tell({
    type: 'board-loaded',
    board: { name: 'fleet', pulse: true, counts: countGroups(rows), tables: [table] },
  })
}
