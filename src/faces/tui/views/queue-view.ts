import { grouped } from '../../present.ts'
import { columnPlaces, columnTitles, type ItemCells, itemCells } from '../panes/work/item-cells.ts'
import { columnWindow, workRows } from '../panes/work/work.ts'
import type { Work, WorkColumn } from '../panes/work/work-state.ts'
import type { State } from '../state.ts'
import { type Line, word } from '../text/line.ts'
import { positionOf } from './work-view.ts'

/** The data of one column of the board of queues. */
export type QueueColumnView = {
  readonly state: ItemCells['state']
  readonly width: number
  readonly focused: boolean
  readonly title: Line
  readonly news: Line
  readonly position: Line
  /** The reason for an empty column. */
  readonly empty: string | null
  readonly rows: readonly (ItemCells & { readonly key: string })[]
  readonly selected: string | null
}

export function queueView({ session: { size }, clock }: State, work: Work): readonly QueueColumnView[] {
  const places = columnPlaces(work.columns.length, work.focus, size.columns)
  return places.flatMap(({ at, width }): QueueColumnView[] => {
    const column = work.columns[at]
    if (column === undefined) return []
    const { top, rows } = columnWindow(column, workRows(size))
    return [
      {
        ...{ state: stateOf(column), width, focused: at === work.focus, selected: column.selected },
        title: places.length > 1 ? titleOf(column, at === work.focus) : tabs(work),
        news: at === places[0]?.at && work.note !== '' ? [word(work.note, 'dim')] : [],
        position: positionOf(column, top, rows.length),
        empty: column.rows.length > 0 ? null : work.known ? 'Nothing here.' : 'loading …',
        rows: rows.flatMap(({ key, ...row }) =>
          row.type === 'item' ? [{ key, ...itemCells(row.item, column.name, clock.now) }] : [],
        ),
      },
    ]
  })
}

function stateOf({ name }: WorkColumn): ItemCells['state'] {
  return name === 'processing' || name === 'failed' ? name : 'available'
}

function titleOf({ name, count }: WorkColumn, focused: boolean): Line {
  const title = columnTitles[name] ?? name
  return [word(title, focused ? 'section' : 'dim'), word(` ${grouped(count)}`, 'dim')]
}

/** Where only one column has room, the others are named beside it. */
function tabs({ columns, focus }: Work): Line {
  return columns.flatMap((column, at) => [
    ...(at === 0 ? [] : [word(' · ', 'dim')]),
    ...titleOf(column, at === focus),
  ])
}
