import { type ChangeKind, headKinds } from '../../../../domain/change-kind.ts'
import { fleetGroups } from '../../../../domain/fleet-board.ts'
import { queueColumns } from '../../../../domain/queue.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import { grouped } from '../../../present.ts'
import { groupLooks } from '../../../present-fleet.ts'
import type { Board, BoardName, BoardRow, TableState } from '../../model/board.ts'
import { type Line, span, word } from '../../text/line.ts'
import { allAttention } from './all-attention.ts'
import { debates } from './debates.ts'
import { lookingWord } from './fetch-board.ts'
import { fleet } from './fleet.ts'
import { itemTables } from './queues.ts'
import { stores } from './stores.ts'
import type { Table } from './table.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'

type Described = {
  readonly title: string
  /** The names of its tables, side by side, and the description of each. */
  readonly tables: readonly string[]
  readonly table: (name: string) => Table<BoardRow>
  /** The words at the right of its head, beside the filter and the order. */
  readonly note: (board: Pick<Board, 'counts' | 'only'>) => string
  /**
   * What its rows are read from. After such a change all rows are asked for, not those that changed: what ends by time (a lease, silence)
   * alters a row without any change in the store.
   */
  readonly reads: readonly ChangeKind[]
  /** All its rows are loaded at once. */
  readonly whole?: true
  /** Nothing tells of its changes: it is asked for again after so long, ms. */
  readonly again?: (board: Pick<Board, 'counts'>) => number
}

export const boards: Readonly<Record<BoardName, Described>> = {
  fleet: {
    title: 'Fleet',
    tables: ['fleet'],
    table: () => fleet,
    note: () => '',
    whole: true,
    reads: ['mail', 'roster', 'tasks'],
  },
  debates: {
    title: 'Debates',
    tables: ['debates'],
    table: () => debates,
    note: countWords,
    reads: ['mail', 'tasks'],
  },
  tasks: {
    title: 'Tasks',
    tables: ['tasks'],
    table: () => tasks,
    note: countWords,
    reads: ['mail', 'tasks'],
  },
  queues: {
    title: 'Queues',
    tables: queueColumns,
    table: (name) => itemTables[name as keyof typeof itemTables] ?? itemTables.available,
    note: ({ only }) => (only === null ? 'all queues' : `queue ${only}`),
    reads: ['mail', 'places'],
  },
  stores: {
    title: 'Stores',
    tables: ['stores'],
    table: () => stores,
    note: countWords,
    whole: true,
    again: storesAgain,
    reads: headKinds,
  },
  'all-attention': {
    title: 'Attention of all stores',
    tables: ['rows'],
    table: () => allAttention,
    whole: true,
    note: countWords,
    again: storesAgain,
    reads: headKinds,
  },
  timeline: {
    title: 'Timeline',
    tables: ['timeline'],
    table: () => timeline,
    note: countWords,
    reads: ['mail', 'tasks'],
  },
}

/** Other stores are looked into again after this time, and each is shown as it comes, ms. */
const [lookEvery, lookOn] = [5_000, 300]

function storesAgain({ counts }: Pick<Board, 'counts'>): number {
  return counts[lookingWord] ? lookOn : lookEvery
}

export function tableOf({ name }: Pick<Board, 'name'>, table: Pick<TableState, 'name'>): Table<BoardRow> {
  return boards[name].table(table.name)
}

/** `3 open · 1 decided`; kinds without rows are left out. */
function countWords({ counts }: Pick<Board, 'counts'>): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
    .join(' · ')
}

/** The name of a board, whose timeline it is, and for the fleet the number of agents in each group, as far as there is room. */
export function boardTitle({ name, only, counts, known }: Board, columns: number): Line {
  const title = word(boards[name].title, 'section')
  if (name === 'timeline' && only !== null)
    return [title, word(' of ', 'section'), span(sanitizeLine(only), 'section')]
  if (name !== 'fleet' || !known) return [title]
  const groups = fleetGroups.flatMap((group): Line => {
    const { mark, word: told } = groupLooks[group]
    const count = counts[group] ?? 0
    if (count === 0) return []
    return [word(' · ', 'dim'), word(columns < 90 ? `${mark} ${count}` : `${grouped(count)} ${told}`, 'dim')]
  })
  return [title, ...groups]
}

/** `Processing`: the name of a table beside others. */
export function tableTitle(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
