import type { AttentionGroup } from '../../domain/attention.ts'
import type { RosterWay, ScreenSettings } from '../../domain/settings/terminal-settings.ts'
import type { Draftable } from '../../services/drafts/value.ts'
import type { AgentValue } from '../../services/values.ts'
import type { DebateValue } from '../../values/debates-schema.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import type { PlacesValue } from '../../values/places-schema.ts'
import type { TaskValue } from '../../values/tasks-schema.ts'
import type { ViewCount, ViewValue } from '../../values/views-schema.ts'
import type { Binding, Pane } from './keymap.ts'
import type { Board } from './model/board.ts'
import type { Hint } from './model/kept.ts'
import type { List, OwnChanges } from './model/list.ts'
import type { Overlay } from './model/overlay.ts'
import type { Pair } from './model/pair.ts'
import type { Known } from './model/palette.ts'
import type { ThreadState } from './model/thread.ts'
import type { Widths } from './model/widths.ts'
import type { Size, Source } from './source.ts'
import type { Typed } from './terminal/key-event.ts'
import type { ColourCode } from './text/code-parts.ts'
import type { ThemeChoice } from './text/theme.ts'

export type { Pane } from './keymap.ts'
export type { Answered, Overlay } from './model/overlay.ts'
export type { Size, Source, Target } from './source.ts'

export const paneNames: readonly Pane[] = ['roster', 'inbox', 'thread']

/** The person at the terminal. `principal` is the actual actor, if different. */
export type Person = { readonly address: string; readonly kind: string; readonly principal: string | null }

/** Open debates and tasks, and closed ones that are still listed. */
export type Topics = { readonly debates: readonly DebateValue[]; readonly tasks: readonly TaskValue[] }

export type RosterState = {
  readonly agents: readonly AgentValue[]
  /** The key of the selected row: `view:inbox`, `agent:critic`. */
  readonly selected: string
  readonly top: number
  /** Sections that are folded, by the keys of their headings. */
  readonly folded: readonly string[]
  /** How the agents are grouped. */
  readonly by: RosterWay
  readonly unread: AgentValue['unread']
  readonly dead: number
  readonly drafts: number
  readonly places: PlacesValue
  readonly views: readonly ViewValue[]
  readonly topics: Topics
  /** What is in Attention, exactly; `null` until counted. */
  readonly attention: readonly AttentionGroup[] | null
  /** How much there is in the views; `null` until counted. */
  readonly counts: readonly ViewCount[] | null
}

/** A message on its way to the reader: offered, then drawn, then seen long enough. */
export type Showing = { readonly message: string; readonly phase: 'asked' | 'held' | 'drawn' | 'settled' }

/** A send within its grace. */
export type Sending = {
  readonly draft: string
  readonly operation: Draftable
  readonly fields: DraftValue['fields']
  readonly due: number
  /** Its time has come; it can no longer be taken back. */
  readonly going: boolean
}

export type Toast = { readonly text: string; readonly tone: 'plain' | 'problem' }

/** The agent whose mailbox one works in as its supervisor. `confirmed`: the first change was agreed to. */
export type Acting = { readonly as: string; readonly confirmed: boolean }

/** The person, the terminal and what is being typed. */
export type Session = {
  readonly size: Size
  /** The keys, with the person's own. */
  readonly keymap: readonly Binding[]
  /** Why commands of the person's own have no key. */
  readonly keyProblems: readonly string[]
  /** What is said of this machine's clock as the screen opens. */
  readonly clockNote: string | null
  readonly swarm: string | null
  readonly me: Person
  readonly startedAt: number
  readonly acting: Acting | null
  /** The screen offers no change. */
  readonly readOnly: boolean
  /** Reduced motion. */
  readonly calm: boolean
  /** A message that leaves a thread makes way for the next one, not for the list. */
  readonly readsOn: boolean
  /** Heads over the columns of the inbox. */
  readonly columnHeads: ScreenSettings['columnHeads']
  readonly tabs: ScreenSettings['tabs']
  /** Canned replies by name. */
  readonly replies: ScreenSettings['replies']
  /** `$EDITOR` gets the headers of a message with its text. */
  readonly editHeaders: boolean
  readonly mouse: boolean
  /** The theme chosen on this screen, or taken from the background; `null` for the one it was opened with. */
  readonly theme: ThemeChoice | null
  /** The names of the person's own themes. */
  readonly ownThemes: readonly string[]
  /** The answer of the terminal about its background counts until then; `null` if the theme was chosen. */
  readonly groundUntil: number | null
  /** `null` if the terminal does not report its focus; many never do. */
  readonly focused: boolean | null
  readonly pair: Pair
  readonly widths: Widths
  /** The tokenizer for code, loaded at the first code block. */
  readonly colouring: 'none' | 'asked' | ColourCode
  /** The palette's offers; `null` until it is first opened. */
  readonly known: Known | null
  /** Earlier searches and filters, newest first. */
  readonly queries: readonly string[]
  /** Earlier lines of the palette, newest first. */
  readonly lines: readonly string[]
  readonly hinted: readonly Hint[]
  /** The person named programs that tell them what waits while they are away. */
  readonly notifies: boolean
  /** The first rows are shown, and changes are followed. */
  readonly live: boolean
  /** Another process keeps the store locked, and a change waits for it. */
  readonly stalled: boolean
  readonly toast: Toast | null
  /** The last answer to a question, until its effects are done. */
  readonly refused: { readonly command: string; readonly subject: unknown; readonly text: string } | null
  /** Keys typed so far of a longer sequence. */
  readonly pending: readonly string[]
  /** Keys typed before their subject had arrived, in order. */
  readonly early: readonly Typed[]
  /** Time of the last early key. */
  readonly earlyAt: number
  /** When a letter answered a question: Enter right after it belongs to the answer. */
  readonly answeredAt: number | null
  readonly clicked: { readonly x: number; readonly y: number; readonly at: number } | null
}

/** The three panes, and what they show. */
export type Panes = {
  readonly focus: Pane
  readonly zoomed: boolean
  /** Mailboxes list threads instead of messages. */
  readonly threaded: boolean
  readonly roster: RosterState
  readonly list: List
  /** Lists left recently, as they were left. */
  readonly visited: ReadonlyMap<string, List>
  /** The list in which the search began. */
  readonly before: List | null
  /** The list whose row led to the present list. */
  readonly cameFrom: { readonly from: Source; readonly to: Source } | null
  readonly thread: ThreadState | null
  /** The board that is open in place of the panes. */
  readonly board: Board | null
  /** Numbers of the last requests, by kind; older answers are dropped. */
  readonly asked: {
    readonly list: number
    readonly thread: number
    readonly roster: number
    /** The counts of the header, asked for with the roster or alone. */
    readonly head: number
  }
  /** The last answered request for a thread. */
  readonly threadTold: number
  readonly showing: readonly Showing[]
  readonly ownChanges: OwnChanges
}

/** Mail on its way out. */
export type Outbox = {
  readonly sending: readonly Sending[]
  /** `u` would take back a send. */
  readonly sentLast: boolean
  /** The number of drafts begun on this screen. */
  readonly begun: number
}

/** The present time, and what waits for a later one. */
export type Clock = {
  readonly now: number
  /** When the person pressed a key last, or clicked. */
  readonly keyAt: number
  /** When their last long pause began; `null`: there was none. */
  readonly leftAt: number | null
  /** Debates and tasks will be loaded again soon. */
  readonly topicsLater: boolean
  /** Many agents will be loaded again soon. */
  readonly rosterLater: boolean
  /** A list that is slow to gather will be loaded again soon. */
  readonly later: boolean
  /** The time of the last notice of new mail, and the unread mail known by then. */
  readonly noticed: {
    readonly at: number | null
    readonly known: AgentValue['unread']
    /** The waits for a person that were already announced. */
    readonly asking: readonly string[]
  }
}

/** A state that has a slice, and perhaps more. Signatures name by these what a function reads or changes. */
export type HasSession = { readonly session: Session }
export type HasPanes = { readonly panes: Panes }
export type HasOverlay = { readonly overlay: Overlay }
export type HasOutbox = { readonly outbox: Outbox }
export type HasClock = { readonly clock: Clock }

/** The panes, and the person who looks through them. */
export type Browsing = HasSession & HasPanes

/** An overlay, and the person who types into it. */
export type Dialog = HasSession & HasOverlay

/** The panes, the overlay over them, and the person: no time, and no mail on its way out. */
export type OnScreen = Browsing & HasOverlay

/** All slices. Only the loop, commands, and what opens or sends a draft need them all. */
export type State = OnScreen & HasOutbox & HasClock

/** A board has the place of the panes. */
export function isCovered({ panes: { board } }: HasPanes): boolean {
  return board !== null
}

export function withSession<S extends HasSession>(state: S, change: Partial<Session>): S {
  return { ...state, session: { ...state.session, ...change } }
}

export function withPanes<S extends HasPanes>(state: S, change: Partial<Panes>): S {
  return { ...state, panes: { ...state.panes, ...change } }
}

export function withOutbox<S extends HasOutbox>(state: S, change: Partial<Outbox>): S {
  return { ...state, outbox: { ...state.outbox, ...change } }
}

export function withClock<S extends HasClock>(state: S, change: Partial<Clock>): S {
  return { ...state, clock: { ...state.clock, ...change } }
}

/** The panes without the board over them. The thread is as it was before. */
export function uncovered<S extends HasPanes>(state: S): S {
  const { board } = state.panes
  return board === null ? state : withPanes(state, { board: null, thread: board.below })
}
