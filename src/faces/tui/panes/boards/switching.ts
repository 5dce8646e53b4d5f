import { type State, uncovered } from '../../state.ts'
import { andThen, type Step, say } from '../../step.ts'
import { refresh } from '../inbox/refresh.ts'
import { goToReason } from '../problems.ts'
import { touchBoard } from './board.ts'
import { boards } from './boards.ts'
import type { Opening } from './table.ts'

type StoreOpening = Extract<Opening, { type: 'store' }>

/** Goes to a store: the screen stays in this one until the other is open. */
export function openStore(state: State, { location, name, row, isHere }: StoreOpening): Step {
  if (!isHere)
    return andThen(say(state, `Opening ${name} …`), (next) => [next, { type: 'open-store', location, row }])
  return row === null ? refresh(uncovered(state)) : goToReason(state, row)
}

/** The time for another look has come. */
export function storesDue(state: State): Step {
  return looksAround(state) ? touchBoard(state) : [state]
}

/** Looks into other stores end as soon as nobody sees them. */
export function followStores(before: State, step: Step): Step {
  const [after, ...effects] = step
  if (!looksAround(before) || looksAround(after)) return step
  return [after, ...effects, { type: 'cancel', name: 'stores' }, { type: 'rest-stores' }]
}

/** A board of stores is open. */
export function looksAround({ panes: { board } }: Pick<State, 'panes'>): boolean {
  return board !== null && boards[board.name].again !== undefined
}
