import { rosterWays, type ScreenSettings } from '../../../../domain/settings/terminal-settings.ts'
import { type Browsing, type OnScreen, withPanes } from '../../state.ts'
import { type Step, say } from '../../step.ts'
import { focusPane } from '../inbox/focus.ts'
import { emptyList } from '../inbox/list.ts'
import { everyRow, headingOf, rosterRows } from './roster.ts'

/** The section of the selected row is folded to its heading, or unfolded again. */
export function foldSection<S extends Browsing>(state: S): Step<S> {
  const { roster } = state.panes
  const self = state.session.me.address
  const heading = headingOf(roster, self, roster.selected)
  if (heading === null) return say(state, 'The views do not fold. Select an agent or a place.')
  const isFolded = roster.folded.includes(heading)
  if (!isFolded)
    return [
      withPanes(state, { roster: { ...roster, folded: [...roster.folded, heading], selected: heading } }),
    ]
  const folded = roster.folded.filter((key) => key !== heading)
  const every = everyRow(roster, self)
  const first = every[every.findIndex(({ key }) => key === heading) + 1]?.key ?? heading
  const selected = roster.selected === heading ? first : roster.selected
  return [withPanes(state, { roster: { ...roster, folded, selected } })]
}

/** The agents are grouped in the next way: by swarm, state or role. The selected row stays; for a heading its first agent does. */
export function regroup<S extends OnScreen>(state: S): Step<S> {
  const { roster } = state.panes
  const every = everyRow(roster, state.session.me.address)
  const at = every.findIndex(({ key }) => key === roster.selected)
  const below = every[at]?.type === 'heading' ? every[at + 1] : undefined
  const selected = below?.type === 'agent' ? below.key : roster.selected
  const by = rosterWays[(rosterWays.indexOf(roster.by) + 1) % rosterWays.length] ?? roster.by
  return say(withPanes(state, { roster: { ...roster, by, selected } }), `Agents by ${by}.`)
}

/** Enter on a folded heading unfolds it, on another row goes to what it lists. */
export function openRoster<S extends OnScreen>(state: S): Step<S> {
  const { roster } = state.panes
  const row = rosterRows(roster, state.session.me.address).find(({ key }) => key === roster.selected)
  return row?.type === 'heading' ? foldSection(state) : focusPane(state, 'inbox')
}

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
