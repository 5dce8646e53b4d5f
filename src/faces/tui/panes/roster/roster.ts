import {
  byFleetPlace,
  type FleetGroup,
  fleetGroupOf,
  fleetGroups,
  fleetSince,
} from '../../../../domain/fleet-board.ts'
import { swarmOf } from '../../../../domain/roster.ts'
import type { RosterWay } from '../../../../domain/settings/terminal-settings.ts'
import type { AgentValue } from '../../../../services/values.ts'
import { groupWords } from '../../../present-fleet.ts'
import type { RosterState, Source } from '../../state.ts'
import { windowOf } from '../boards/rows.ts'
import { placeRows } from './places.ts'
import type { RosterRow } from './roster-row.ts'
import { topicRows } from './topics.ts'

const outside = 'elsewhere'
const noRole = 'no role'

/** The rows of the left pane: views, agents in groups, places. */
export function rosterRows(roster: RosterState, self: string): readonly RosterRow[] {
  return found(roster, self).rows
}

/** The same, those of folded sections included. */
export function everyRow(roster: RosterState, self: string): readonly RosterRow[] {
  return found(roster, self).every
}

function found(roster: RosterState, self: string): Found {
  const made = [roster.agents, roster.views, roster.places, roster.topics, roster.folded, roster.by, self]
  if (last?.made.every((one, at) => one === made[at])) return last
  const every = makeRows(roster, self)
  last = { made, every, rows: folded(every, roster.folded) }
  return last
}

/** Of a folded section its heading, with the number of its rows. */
function folded(every: readonly RosterRow[], keys: readonly string[]): readonly RosterRow[] {
  if (keys.length === 0) return every
  const rows: RosterRow[] = []
  for (const [at, row] of every.entries()) {
    if (row.type === 'heading' && keys.includes(row.key)) {
      const next = every.findIndex(({ type }, place) => place > at && type === 'heading')
      rows.push({ ...row, folded: (next < 0 ? every.length : next) - at - 1 })
    } else if (row.type === 'heading' || !isFolded(rows.findLast(({ type }) => type === 'heading')))
      rows.push(row)
  }
  return rows
}

function isFolded(row: RosterRow | undefined): boolean {
  return row?.type === 'heading' && row.folded !== undefined
}

/** The heading above a row, or the row itself where it is one; `null` for views. */
export function headingOf(roster: RosterState, self: string, key: string): string | null {
  const every = everyRow(roster, self)
  const at = every.findIndex((row) => row.key === key)
  return every.slice(0, at + 1).findLast(({ type }) => type === 'heading')?.key ?? null
}

/** The row that represents the selected one: in a folded section its heading, and the first row for one that is gone. */
export function rosterHere(roster: RosterState, self: string): string {
  const { selected } = roster
  const rows = rosterRows(roster, self)
  if (rows.some(({ key }) => key === selected)) return selected
  return headingOf(roster, self, selected) ?? rows[0]?.key ?? selected
}

/** The rows are kept until their subjects change, so that a move redraws only the rows it touches. */
let last: Found | undefined

type Found = {
  readonly made: readonly unknown[]
  readonly every: readonly RosterRow[]
  readonly rows: readonly RosterRow[]
}

/** The rows on the screen, the selected one among them, and the position of the first among all. */
export function shownRoster(
  roster: RosterState,
  self: string,
  height: number,
): { readonly top: number; readonly rows: readonly RosterRow[] } {
  const every = rosterRows(roster, self)
  const here = rosterHere(roster, self)
  const place = every.findIndex(({ key }) => key === here)
  return windowOf(every, place, roster.top, height)
}

function makeRows(roster: RosterState, self: string): readonly RosterRow[] {
  const mailbox = (box: 'inbox' | 'snoozed' | 'dead' | 'archived'): Source => ({
    type: 'mailbox',
    owner: self,
    box,
  })
  const view = (key: string, label: string, source: Source): RosterRow => ({
    type: 'view',
    key: `view:${key}`,
    label,
    source,
  })
  return [
    view('attention', 'Attention', { type: 'attention' }),
    view('inbox', 'Inbox', mailbox('inbox')),
    view('all', 'All', { type: 'everyone' }),
    view('by-me', 'I owe', { type: 'owed', way: 'by-me' }),
    view('to-me', 'Owed to me', { type: 'owed', way: 'to-me' }),
    view('sent', 'Sent', { type: 'sent' }),
    view('drafts', 'Drafts', { type: 'drafts' }),
    view('snoozed', 'Snoozed', mailbox('snoozed')),
    view('dead', 'Dead letters', mailbox('dead')),
    view('archive', 'Archive', mailbox('archived')),
    ...savedRows(roster),
    ...agentRows(roster, self),
    ...placeRows(roster.places),
    ...topicRows(roster),
  ]
}

/** Searches kept under a name, with a heading of their own. */
function savedRows({ views }: RosterState): readonly RosterRow[] {
  if (views.length === 0) return []
  return [
    { type: 'heading', key: 'saved', label: 'searches' },
    ...views.map(
      ({ name, query }): RosterRow => ({
        type: 'place',
        key: `saved:${name}`,
        label: name,
        source: { type: 'saved', name, query },
      }),
    ),
  ]
}

/** The agents in their groups, each group under its heading. */
function agentRows({ agents, by }: RosterState, self: string): readonly RosterRow[] {
  const byGroup = new Map<string, AgentValue[]>()
  for (const agent of agents) {
    if (agent.address === self) continue
    const group = groupOf(agent, by)
    const known = byGroup.get(group)
    if (known === undefined) byGroup.set(group, [agent])
    else known.push(agent)
  }
  return groupsInOrder([...byGroup.keys()], by).flatMap((group): readonly RosterRow[] => [
    {
      type: 'heading',
      key: `${by}:${group}`,
      label: by === 'state' ? groupWords[group as FleetGroup] : group,
    },
    ...inOrder(byGroup.get(group) ?? [], by).map(
      (agent): RosterRow => ({
        type: 'agent',
        key: `agent:${agent.address}`,
        agent,
        source: { type: 'mailbox', owner: agent.address, box: 'inbox' },
      }),
    ),
  ])
}

function groupOf(agent: AgentValue, by: RosterWay): string {
  switch (by) {
    case 'swarm':
      return swarmOf(agent) ?? outside
    case 'state':
      return fleetGroupOf({ state: agent.activity, failedToday: agent.failedToday })
    case 'role':
      return agent.role ?? noRole
  }
}

/** What needs a person first; names by the alphabet, and behind them those that have none. */
function groupsInOrder(groups: readonly string[], by: RosterWay): readonly string[] {
  if (by === 'state') return fleetGroups.filter((group) => groups.includes(group))
  const isLast = (group: string) => group === (by === 'swarm' ? outside : noRole)
  // A comparison by language would load its rules for the first frame.
  return groups.toSorted(
    (one, other) => Number(isLast(one)) - Number(isLast(other)) || (one < other ? -1 : 1),
  )
}

/** Agents of one group stand as on the board of the fleet; others by name, as they come. */
function inOrder(agents: readonly AgentValue[], by: RosterWay): readonly AgentValue[] {
  if (by !== 'state') return agents
  const since = ({ activity, ...agent }: AgentValue) => fleetSince({ ...agent, state: activity })
  return agents
    .map((agent) => ({ row: agent, agent: agent.address, place: since(agent) }))
    .toSorted(byFleetPlace)
    .map(({ row }) => row)
}

/** The key of the row of a source; the inbox's key for a source without a row, such as a search. */
export function keyOfSource(self: string, source: Source): string {
  switch (source.type) {
    case 'mailbox':
      if (source.owner !== self) return `agent:${source.owner}`
      return source.box === 'archived' ? 'view:archive' : `view:${source.box}`
    case 'everyone':
      return 'view:all'
    case 'owed':
      return `view:${source.way}`
    case 'queue':
    case 'channel':
    case 'group':
      return `${source.type}:${source.name}`
    case 'tag':
      return `tag:${source.tag}`
    case 'saved':
      return `saved:${source.name}`
    case 'debate':
      return `debate:${source.thread}`
    case 'task':
      return `task:${source.task}`
    case 'search':
      return 'view:inbox'
    default:
      return `view:${source.type}`
  }
}

/** Moves the selection over the rows that can be chosen. */
export function moveRoster(roster: RosterState, self: string, steps: number, height: number): RosterState {
  const rows = rosterRows(roster, self)
  const choosable = rows.filter((row) => row.type !== 'heading' || isFolded(row))
  const at = choosable.findIndex(({ key }) => key === rosterHere(roster, self))
  const next = choosable[Math.min(Math.max(Math.max(at, 0) + steps, 0), choosable.length - 1)]
  if (next === undefined) return roster
  const place = rows.findIndex(({ key }) => key === next.key)
  return { ...roster, selected: next.key, top: scrolled(roster.top, place, height) }
}

function scrolled(top: number, place: number, height: number): number {
  // The first rows of all come back into view with their headings.
  if (place <= 1) return 0
  if (place < top + 1) return place - 1
  return place > top + height - 2 ? place - height + 2 : top
}
