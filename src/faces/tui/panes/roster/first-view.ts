import type { ScreenSettings } from '../../../../domain/settings/settings.ts'
import { type Browsing, withPanes } from '../../state.ts'
import { emptyList } from '../inbox/list.ts'
import { rosterRows } from './roster.ts'

export type FirstView = Exclude<ScreenSettings['open'], 'auto'>

/** Before anything is loaded: that view of the roster, by its label with dashes. */
export function opensOn<S extends Browsing>(state: S, first: FirstView): S {
  const row = rosterRows(state.panes.roster, state.session.me.address).find(
    (one) => one.type === 'view' && one.label.toLowerCase().replaceAll(' ', '-') === first,
  )
  if (row?.type !== 'view') return state
  return withPanes(state, {
    list: emptyList(row.source),
    roster: { ...state.panes.roster, selected: row.key },
  })
}
