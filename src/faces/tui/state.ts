import type { DebateValue } from '../../operations/debates/schema.ts'
import type { DraftValue } from '../../operations/drafts/schema.ts'
import type { Draftable } from '../../operations/drafts/value.ts'
import type { PlacesValue } from '../../operations/places/schema.ts'
import type { TaskValue } from '../../operations/tasks/schema.ts'
import type { AgentValue } from '../../operations/values.ts'
import type { ViewValue } from '../../operations/views/schema.ts'
import type { Binding, Pane } from './keymap.ts'
import type { Overlay } from './overlay.ts'
import type { Known } from './overlays/palette/palette-state.ts'
import type { Pair } from './pair-state.ts'
import type { List } from './panes/inbox/list.ts'
import type { OwnChanges } from './panes/inbox/own-changes.ts'
import type { ThreadState } from './panes/thread/thread.ts'
import type { Widths } from './panes/widths.ts'
import type { Size, Source } from './source.ts'
import type { Typed } from './terminal/key-event.ts'
import type { ColourCode } from './text/code-parts.ts'

export type { Pane } from './keymap.ts'
export type { Answered, Overlay } from './overlay.ts'
export type { Size, Source, Target } from './source.ts'

export const panes: readonly Pane[] = ['roster', 'inbox', 'thread']

/** Who sits here. `principal` is who really does, where that is another. */
export type Person = { readonly address: string; readonly kind: string; readonly principal: string | null }

/** What is debated and worked on: what is open, and what is listed although it is not any more. */
export type Topics = { readonly debates: readonly DebateValue[]; readonly tasks: readonly TaskValue[] }

export type RosterState = {
  readonly agents: readonly AgentValue[]
  /** The key of the selected row: `view:inbox`, `agent:critic`. */
  readonly selected: string
  readonly top: number
  readonly unread: AgentValue['unread']
  readonly dead: number
  readonly drafts: number
  readonly places: PlacesValue
  readonly views: readonly ViewValue[]
  readonly topics: Topics
  /** How much needs a person; `null` while it was not looked at. */
  readonly attention: number | null
}

/** A message that is being handed over: offered, then drawn, then seen long enough. */
export type Showing = { readonly message: string; readonly phase: 'asked' | 'held' | 'drawn' | 'settled' }

/** A send within its grace. */
export type Sending = {
  readonly draft: string
  readonly operation: Draftable
  readonly fields: DraftValue['fields']
  readonly due: number
  /** Its time came: it is on its way and cannot be taken back. */
  readonly going: boolean
}

export type Toast = { readonly text: string; readonly tone: 'plain' | 'problem' }

export type State = {
  readonly now: number
  readonly size: Size
  /** The keys, as the person has them. */
  readonly keymap: readonly Binding[]
  readonly swarm: string | null
  readonly me: Person
  readonly focus: Pane
  readonly zoomed: boolean
  /** Keys typed so far of a longer sequence. */
  readonly pending: readonly string[]
  readonly overlay: Overlay
  readonly roster: RosterState
  readonly list: List
  /** Lists that were left lately, as they were left. */
  readonly visited: ReadonlyMap<string, List>
  /** Where a search was begun. */
  readonly before: List | null
  /** The list whose row led to what is listed now. */
  readonly cameFrom: { readonly from: Source; readonly to: Source } | null
  /** What was searched for, the last first. */
  readonly queries: readonly string[]
  readonly thread: ThreadState | null
  /** What the palette offers; `null` until it was first opened. */
  readonly known: Known | null
  /** Counts what was asked of each kind; only the newest answer is taken. */
  readonly asked: { readonly list: number; readonly thread: number; readonly roster: number }
  /** The last question for a thread that was answered. */
  readonly threadTold: number
  /** Counts the drafts that were begun here. */
  readonly begun: number
  readonly showing: readonly Showing[]
  readonly ownChanges: OwnChanges
  readonly sending: readonly Sending[]
  /** Whether the last thing that `u` would take back is a send. */
  readonly sentLast: boolean
  readonly toast: Toast | null
  /** The words that a question was last answered with, until what came of it was done. */
  readonly refused: { readonly command: string; readonly subject: unknown; readonly text: string } | null
  /** Debates and tasks are looked at again in a while. */
  readonly topicsLater: boolean
  /** A list that takes long to gather is looked at again in a while. */
  readonly later: boolean
  /** The first rows are there, and changes are followed. */
  readonly live: boolean
  /** Somebody else keeps the store locked, and what was to be written waits. */
  readonly stalled: boolean
  /** What was typed before there was what it is meant for, in its order. */
  readonly early: readonly Typed[]
  /** When the last of it was. */
  readonly earlyAt: number
  /** `null` while the terminal did not tell: many never do. */
  readonly focused: boolean | null
  readonly pair: Pair
  readonly widths: Widths
  /** When one was last told of new mail, and what is no news any more. */
  readonly noticed: { readonly at: number | null; readonly known: AgentValue['unread'] }
  readonly mouse: boolean
  readonly clicked: { readonly x: number; readonly y: number; readonly at: number } | null
  /** What takes code apart, once it was wanted and is there. */
  readonly colouring: 'none' | 'asked' | ColourCode
  /** Reduced motion. */
  readonly calm: boolean
  /** No deed is possible here. */
  readonly readOnly: boolean
}
