import type { PermissionRequestValue } from '../../src/values/approvals-schema.ts'
import type { Values } from '../../src/values/schemas.ts'
import type {
  BoxStatsValue,
  HappeningValue,
  MomentValue,
  StatsValue,
} from '../../src/values/statistics-schema.ts'
import { ago } from './tui-fleet.ts'
import { sitAt, trouble } from './tui-places.ts'
import { noon, row, type Sitting, sitBefore } from './tui-state.ts'

const hour = 3_600_000

export function permissionRequest(more: Partial<PermissionRequestValue> = {}): PermissionRequestValue {
  return {
    request: 'r1',
    agent: 'nux',
    session: 's1',
    helper: null,
    isOpen: true,
    digest: 'd'.repeat(64),
    asked: { tool: 'Bash', input: { command: 'rm -rf build' }, folder: '/home/dev/shop' },
    since: new Date(noon - 2_000).toISOString(),
    until: new Date(noon + 28_000).toISOString(),
    ...more,
  }
}

/** A person in Attention, at the row of a request that can be answered. */
export function sitBeforeRequest(size?: { readonly columns: number; readonly rows: number }): Sitting {
  const why = {
    why: 'asks',
    reason: 'waits for you: Bash rm -rf build',
    agent: 'nux',
    request: 'r1',
  } as const
  return sitAt({ type: 'attention' }, [{ type: 'trouble', id: 'nux·asks', trouble: trouble(why) }], size)
}

/** The request of the row is open. */
export function tellRequest(sitting: Sitting, value = permissionRequest()): Sitting {
  return sitting.tell({ type: 'sheet-loaded', question: { type: 'request', request: 'r1' }, value })
}

export function happening(id: string, more: Partial<HappeningValue> = {}): HappeningValue {
  return {
    at: ago(20),
    by: 'critic',
    message: id,
    subject: `About ${id}`,
    other: 'critic',
    reason: null,
    debate: null,
    ...more,
  }
}

export function awayValue(more: Partial<Values['away']> = {}): Values['away'] {
  return {
    since: ago(45),
    until: ago(0),
    waiting: [],
    decided: [],
    finished: [],
    failed: [],
    handedOn: [],
    agents: [],
    counts: { decided: 0, finished: 0, failed: 0, handedOn: 0, agents: 0 },
    whole: true,
    ...more,
  }
}

/** A person who asked what happened meanwhile. */
export function sitAtAway(value: Values['away'], size?: { readonly columns: number; readonly rows: number }) {
  const question = { type: 'away', since: null } as const
  return sitBefore([row('M001')], size)
    .answerRoster()
    .press('g', 'a')
    .tell({ type: 'sheet-loaded', question, value })
}

export function boxStats(address: string, more: Partial<BoxStatsValue> = {}): BoxStatsValue {
  return {
    address,
    sent: 4,
    received: 9,
    unread: 2,
    oldest: 360,
    backlog: [0, 1, 2, 2],
    answers: { count: 3, median: 40, p90: 90, longest: 120 },
    ...more,
  }
}

export function statsValue(more: Partial<StatsValue> = {}): StatsValue {
  return {
    since: ago(24 * 60),
    until: ago(0),
    bucket: 3_600,
    whole: true,
    messages: { count: 1_204, perHour: 50.2, flow: [0, 1, 4, 8] },
    kinds: [
      { kind: 'request', count: 60 },
      { kind: 'response', count: 40 },
    ],
    deeds: [{ what: 'sent', count: 1_204 }],
    debate: { claims: 4, counters: 6, ratio: 1.5 },
    answers: { count: 40, median: 60, p90: 600, longest: 7_200 },
    agents: [boxStats('critic')],
    queues: [boxStats('work', { unread: 7 })],
    ...more,
  }
}

/** A person who asked for the numbers of the swarm. */
export function sitAtMetrics(value: StatsValue, size?: { readonly columns: number; readonly rows: number }) {
  return tellMetrics(
    sitBefore([row('M001')], size)
      .answerRoster()
      .press('M'),
    24,
    value,
  )
}

/** The numbers of so many hours. */
export function tellMetrics(sitting: Sitting, hours = 24, value = statsValue()): Sitting {
  return sitting.tell({ type: 'sheet-loaded', question: { type: 'stats', since: hours * hour }, value })
}

export function moment(id: string): MomentValue {
  return { at: ago(0), what: 'sent', message: id, kind: 'request', subject: `About ${id}`, other: 'critic' }
}

/** What critic did. */
export function tellTimeline(sitting: Sitting, moments: readonly MomentValue[], more = false): Sitting {
  const rows = moments.map((one) => ({ ...one, agent: 'critic' }))
  const table = { name: 'timeline', count: rows.length, rows, more }
  return sitting.tell({
    type: 'board-loaded',
    board: { name: 'timeline', only: 'critic', counts: {}, tables: [table] },
  })
}
