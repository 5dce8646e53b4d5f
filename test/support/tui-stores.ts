import { barOf } from '../../src/domain/attention-bar.ts'
import type { StoreRow, WaitingRow } from '../../src/faces/tui/model/board.ts'
import { ago } from './tui-fleet.ts'
import { type Sitting, sitBefore } from './tui-state.ts'

export function store(name: string, more: Partial<StoreRow> = {}): StoreRow {
  const look = { bar: [], unread: 0, urgent: 0, waiting: null }
  return {
    location: `/${name}/.watchpost`,
    name,
    path: `/${name}`,
    look,
    problem: null,
    writtenAt: null,
    isHere: false,
    ...more,
  }
}

const asks = barOf([{ why: 'asks', count: 2, agents: 2 }])

/** The open one, one with work, one that cannot be looked into, one that is gone. */
export const someStores: readonly StoreRow[] = [
  store('here', { isHere: true }),
  store('busy', { look: { bar: asks, unread: 7, urgent: 1, waiting: null } }),
  store('locked', { look: null, problem: 'locked' }),
  store('left', { look: null, problem: 'gone' }),
]

export function waitingRow(id: string, more: Partial<WaitingRow['waiting']> = {}): WaitingRow {
  return {
    id,
    store: store('busy'),
    place: 0,
    waiting: {
      why: 'asks',
      reason: `waits for you: ${id}`,
      agent: `agent-${id}`,
      queue: null,
      swarm: null,
      since: ago(3),
      message: null,
      ...more,
    },
  }
}

/** A person at the board of stores. */
export function sitAtStores(
  rows: readonly StoreRow[] = someStores,
  size = { columns: 120, rows: 30 },
): Sitting {
  return tellStores(sitBefore([], size).answerRoster().press('g', 'p'), rows)
}

export function tellStores(sitting: Sitting, rows: readonly StoreRow[], unknown = 0): Sitting {
  const table = { name: 'stores', count: rows.length, rows, more: false }
  return sitting.tell({
    type: 'board-loaded',
    board: { name: 'stores', counts: { 'not looked at yet': unknown }, tables: [table] },
  })
}

/** A person at the Attention of all stores, which the board of stores leads to. */
export function sitAtAllAttention(rows: readonly WaitingRow[], size = { columns: 120, rows: 30 }): Sitting {
  return tellAllAttention(sitAtStores(someStores, size).press('a'), rows)
}

export function tellAllAttention(sitting: Sitting, rows: readonly WaitingRow[]): Sitting {
  const table = { name: 'rows', count: rows.length, rows, more: false }
  return sitting.tell({ type: 'board-loaded', board: { name: 'all-attention', counts: {}, tables: [table] } })
}
