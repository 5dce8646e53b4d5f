import { type Browsing, type HasClock, type HasPanes, uncovered } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { refresh } from '../inbox/refresh.ts'
import { goToReason } from '../problems.ts'
import { touchBoard } from './board.ts'
import { boards } from './boards.ts'
import type { Opening } from './table.ts'

type StoreOpening = Extract<Opening, { type: 'store' }>

/** Goes to a store: the screen stays in this one until the other is open. */
export function openStore<S extends Browsing & HasClock>(
  state: S,
  { location, name, row, isHere }: StoreOpening,
): Step<S> {
  if (!isHere)
    return andThen(say(state, `Opening ${name} …`), (next) => [next, { type: 'open-store', location, row }])
  return row === null ? refresh(uncovered(state)) : goToReason(state, row)
}

/** The time for another look has come. */
export function storesDue<S extends Browsing & HasClock>(state: S): Step<S> {
  return looksAround(state) ? touchBoard(state) : [state]
}

/** Looks into other stores end as soon as nobody sees them. */
export function followStores<S extends HasPanes>(before: S, step: Step<S>): Step<S> {
  const [after, ...effects] = step
  if (!looksAround(before) || looksAround(after)) return step
  return [after, ...effects, { type: 'cancel', name: 'stores' }, { type: 'rest-stores' }]
}

/** A board of stores is open. */
export function looksAround({ panes: { board } }: HasPanes): boolean {
  return board !== null && boards[board.name].again !== undefined
}
