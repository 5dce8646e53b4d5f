import type { JsonObject } from '../../domain/json.ts'
import type { LinkTarget } from '../../domain/link.ts'
import type { OperationName } from '../../operations/catalogue.ts'
import type { Draftable } from '../../services/drafts/value.ts'
import type { BoardRequest } from './model/board.ts'
import type { Completing } from './model/form.ts'
import type { Kept } from './model/kept.ts'
import type { Merge } from './model/list.ts'
import type { Where } from './model/pair.ts'
import type { SheetQuestion } from './model/sheet.ts'
import type { Source, Target } from './source.ts'

export type TimerName =
  | 'toast'
  | 'search'
  | 'shown'
  | 'grace'
  | 'autosave'
  | 'ages'
  | 'minute'
  | 'again'
  | 'slow'
  | 'topics'
  | 'roster'
  | 'palette'
  | 'beat'
  | 'others'
  | 'board'
  | 'agent-page'
  | 'stores'
  | 'context'

/** The operations that change copies of mail, several at once. */
export type ChangeOperation =
  | 'ack'
  | 'process'
  | 'complete'
  | 'fail'
  | 'archive'
  | 'restore'
  | 'unread'
  | 'snooze'
  | 'pin'
  | 'unpin'
  | 'retry'

export type ListRequest = {
  readonly source: Source
  readonly filter: string
  readonly mode: Merge
  readonly after: string | null
  /** How many rows at least, while there are any. */
  readonly rows: number
  /** Goes on until this row was found, within reason. */
  readonly until: string | null
  /** Messages that arrived after this one are new; `null` if none are. */
  readonly since: string | null
  /** One row for each thread; these show their messages too. `null` lists messages. */
  readonly unfolded: readonly string[] | null
}

/** A thread by one of its messages, as somebody's mailbox has it. */
export type ThreadName = { readonly message: string; readonly of: string }

/** A request to the program; plain data, so that tests can read it. */
export type Effect =
  | ({ readonly type: 'load-list'; readonly request: number } & ListRequest)
  /** `beside` are the threads of the rows above and below: one of them is wanted next. */
  | ({
      readonly type: 'load-thread'
      readonly request: number
      readonly beside: readonly ThreadName[]
    } & ThreadName)
  /** The open thread, read again with at least `least` of its messages, if it has that many. */
  | ({ readonly type: 'read-thread'; readonly request: number; readonly least: number } & ThreadName)
  | { readonly type: 'load-details'; readonly message: string; readonly history: boolean }
  /** The roster, and all that `load-head` asks for. */
  | { readonly type: 'load-roster'; readonly request: number }
  /** What stands beside the mail: counts, attention, places, views, and who else is here. */
  | { readonly type: 'load-head'; readonly request: number }
  | ({ readonly type: 'load-board' } & BoardRequest)
  | { readonly type: 'load-agent'; readonly agent: string }
  | { readonly type: 'load-pane'; readonly agent: string }
  | { readonly type: 'load-context'; readonly agents: readonly string[] }
  | { readonly type: 'load-debate'; readonly thread: string }
  | { readonly type: 'find-unread' }
  | { readonly type: 'load-presence' }
  /** Finds who took this copy from its list. */
  | ({ readonly type: 'load-taker' } & ThreadName)
  | { readonly type: 'load-sheet'; readonly question: SheetQuestion }
  | ({ readonly type: 'announce' } & Where)
  | { readonly type: 'load-answers'; readonly message: string }
  /** `source` is the listed source: its changes are reported, whatever its state. */
  | { readonly type: 'load-topics'; readonly source: Source }
  /** Changes copies of mail; `command` has the words for it. `wholeThread` extends it to every message of the thread. */
  | {
      readonly type: 'change'
      readonly command: string
      readonly operation: ChangeOperation
      readonly targets: readonly Target[]
      readonly input: object
      readonly wholeThread?: true
    }
  /** Calls one operation; `command` has the words for its answer. */
  | {
      readonly type: 'call'
      readonly command: string
      readonly operation: OperationName
      readonly input: object
    }
  /** The same for all that match, known to be `count`, and no newer than `through`. */
  | {
      readonly type: 'change-all'
      readonly command: string
      readonly operation: ChangeOperation
      readonly matching: Matching
      readonly through: string | null
      readonly input: object
    }
  | {
      readonly type: 'count-matching'
      readonly source: Source
      readonly filter: string
      readonly matching: Matching
    }
  /**
   * Without `change` the last change: asked about first where it is large, or older than this screen.
   */
  | {
      readonly type: 'reverse'
      readonly direction: 'undo' | 'redo'
      readonly change: number | null
      readonly startedAt: number
    }
  | { readonly type: 'load-journal' }
  | { readonly type: 'offer'; readonly message: string }
  | { readonly type: 'settle'; readonly message: string }
  | { readonly type: 'release'; readonly message: string }
  /** `once`: a running wait goes on; otherwise it starts again. */
  | { readonly type: 'wait'; readonly name: TimerName; readonly milliseconds: number; readonly once?: true }
  | { readonly type: 'cancel'; readonly name: TimerName }
  | {
      readonly type: 'save-draft'
      readonly why: 'keep' | 'send'
      readonly operation: Draftable
      readonly fields: JsonObject
      readonly draft: string | null
      readonly sendIn: number | null
      /** The warnings were already shown. */
      readonly meant?: boolean
    }
  | { readonly type: 'send-draft'; readonly draft: string }
  | { readonly type: 'delete-draft'; readonly draft: string; readonly quiet: boolean }
  | { readonly type: 'due-drafts' }
  /** The rendering of a `send` with these inputs by its template. */
  | { readonly type: 'fill-template'; readonly fields: JsonObject }
  /** Reads the time in an answer as people write it: `tomorrow 9am`. `targets` come back with it. */
  | { readonly type: 'read-times'; readonly texts: readonly string[] }
  | { readonly type: 'read-time'; readonly text: string; readonly targets: readonly Target[] }
  | { readonly type: 'complete-word'; readonly what: Completing; readonly text: string }
  | { readonly type: 'load-palette' }
  | { readonly type: 'find-threads'; readonly text: string }
  | {
      readonly type: 'run-command'
      readonly command: OperationName
      readonly input: object
      /** The cells of a line of its answer. */
      readonly columns?: number
      /** It changes no mail and hands none over. */
      readonly looks?: boolean
    }
  /** Runs a command as its key would; the loop carries it out before anything else. */
  | { readonly type: 'press'; readonly command: string }
  | { readonly type: 'copy'; readonly text: string; readonly what: string }
  | { readonly type: 'open-file'; readonly path: string; readonly editor?: boolean }
  | { readonly type: 'open-text'; readonly text: string }
  | { readonly type: 'open-link'; readonly target: LinkTarget }
  | { readonly type: 'pipe'; readonly command: string; readonly text: string }
  /** Runs a command of the person's own by its arguments; `input` is the text of the message. */
  | {
      readonly type: 'run-own'
      readonly name: string
      readonly words: readonly string[]
      readonly variables: Readonly<Record<string, string>>
      readonly input: string
      readonly output: 'toast' | 'page' | 'none'
      readonly timeLimit: number
    }
  | { readonly type: 'edit-outside'; readonly text: string }
  | { readonly type: 'notice'; readonly body: string }
  /** Whether somebody looks, if the terminal does not report it. */
  | { readonly type: 'ask-looked' }
  | { readonly type: 'remember'; readonly kept: Partial<Kept> }
  /** Kept for the next run. */
  | { readonly type: 'remember-query'; readonly query: string }
  | { readonly type: 'mouse'; readonly on: boolean }
  | { readonly type: 'load-colours' }
  | { readonly type: 'redraw' }
  | { readonly type: 'suspend' }
  /** Opens another store beside this one; `store-opened` tells how that went. */
  | { readonly type: 'open-store'; readonly location: string; readonly row: string | null }
  /** The store that was opened beside this one is not gone to. */
  | { readonly type: 'stay' }
  /** Nobody sees the other stores any more. */
  | { readonly type: 'rest-stores' }
  /** `onward`: to the store that was opened. */
  | { readonly type: 'quit'; readonly onward?: true }

/** The part of the list that a change of all matches needs: the input of `changeAll` that selects its messages. */
export type Matching = {
  readonly box?: 'inbox' | 'snoozed' | 'dead' | 'archived'
  readonly query?: string
  readonly of?: string
}
