import type { ChangeKind } from '../../domain/change-kind.ts'
import type { Problem } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Kind } from '../../domain/kind.ts'
import type { AgentValue, EventValue, MessageValue, ReceiptValue } from '../../services/values.ts'
import type { ShownDebate } from '../../values/debates-schema.ts'
import type { DraftValue } from '../../values/drafts-schema.ts'
import type { JournalValue } from '../../values/log-schema.ts'
import type { PresenceValue } from '../../values/supervision-schema.ts'
import type { FilledValue } from '../../values/templates-schema.ts'
import type { TimerName } from './effect.ts'
import type { AgentDetails, ContextUses, LoadedBoard } from './model/board.ts'
import type { Field } from './model/editor.ts'
import type { Offered } from './model/form.ts'
import type { ListPage, Merge, News } from './model/list.ts'
import type { FoundThread, Known } from './model/palette.ts'
import type { SheetAnswer, SheetQuestion } from './model/sheet.ts'
import type { LoadedThread } from './model/thread.ts'
import type { RosterState, Source, Target } from './state.ts'
import type { KeyEvent, MouseEvent, PasteEvent } from './terminal/key-event.ts'
import type { ColourCode } from './text/code-parts.ts'

/**
 * Why a message does not go. `lacks`: sentences by the names of the inputs that they are about; `doubt`: it may be meant
 * so.
 */
export type Lack = {
  readonly problem: Problem
  readonly lacks?: Readonly<Record<string, string>>
  readonly doubt?: string
}

type Head = Pick<RosterState, 'unread' | 'dead' | 'drafts' | 'places' | 'views' | 'attention' | 'counts'> & {
  readonly presence: readonly PresenceValue[]
}

/** All that can happen to the program. */
export type Event =
  | KeyEvent
  | MouseEvent
  | PasteEvent
  /** The line input on the screen took a letter: its new value and caret. */
  | { readonly type: 'input'; readonly field: Field }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly type: 'focus'; readonly focused: boolean }
  | { readonly type: 'ground'; readonly light: boolean }
  /** The answer to `ask-looked`. */
  | { readonly type: 'looked'; readonly looked: boolean }
  | { readonly type: 'started' }
  /** Something in the store changed, by anyone. */
  /** Somebody changed the store, which may have altered this, or anything. */
  | { readonly type: 'changed'; readonly alters?: readonly ChangeKind[] }
  | { readonly type: 'waited'; readonly name: TimerName }
  /** Somebody else keeps the store locked, and what was to be written waits; or it waits no more. */
  | { readonly type: 'stalled'; readonly stalled: boolean }
  /** One wants to leave, and what was to be written waits. */
  | { readonly type: 'leaving' }
  /** The meanings of offered or typed times; `null` is not a time. */
  | { readonly type: 'times-read'; readonly times: Readonly<Record<string, number | null>> }
  /** The most pressing unread mail of the person, at most two. */
  | { readonly type: 'unread-found'; readonly found: readonly Pick<MessageValue, 'id' | 'thread'>[] }
  | {
      readonly type: 'list-loaded'
      readonly request: number
      readonly source: Source
      readonly mode: Merge
      readonly pages: readonly ListPage[]
      /** Cursors of the pages that were passed over on the way to the end. */
      readonly passed: readonly (string | null)[]
      readonly news: News
    }
  | { readonly type: 'list-failed'; readonly request: number; readonly problem: string }
  | {
      readonly type: 'thread-loaded'
      readonly request: number
      readonly thread: LoadedThread | null
      /** How far the message that asked for it came. */
      readonly receipts: readonly ReceiptValue[]
    }
  | {
      readonly type: 'details-loaded'
      readonly message: string
      readonly receipts: readonly ReceiptValue[]
      readonly history: readonly EventValue[] | null
    }
  | ({
      readonly type: 'roster-loaded'
      readonly request: number
      readonly agents: readonly AgentValue[]
    } & Head)
  | ({ readonly type: 'head-loaded'; readonly request: number } & Head)
  | { readonly type: 'board-loaded'; readonly board: LoadedBoard }
  /** Another store is open beside this one, unless there was a problem. */
  | { readonly type: 'store-opened'; readonly problem: string | null }
  | { readonly type: 'board-failed'; readonly problem: string }
  | { readonly type: 'agent-loaded'; readonly agent: string; readonly details: AgentDetails }
  | {
      readonly type: 'context-loaded'
      readonly agents: readonly string[]
      /** `null`: they could not be read. */
      readonly uses: ContextUses | null
    }
  | { readonly type: 'pane-loaded'; readonly agent: string; readonly pane: AgentDetails['pane'] }
  | { readonly type: 'debate-loaded'; readonly debate: ShownDebate }
  | { readonly type: 'presence-loaded'; readonly presence: readonly PresenceValue[] }
  | { readonly type: 'taken'; readonly message: string; readonly text: string }
  | { readonly type: 'sheet-loaded'; readonly question: SheetQuestion; readonly value: SheetAnswer }
  | { readonly type: 'sheet-failed'; readonly problem: string }
  /** The possible answers to a message now; `null` if it is not a position in a debate. */
  | { readonly type: 'answers-loaded'; readonly message: string; readonly answers: readonly Kind[] | null }
  | { readonly type: 'topics-loaded'; readonly topics: RosterState['topics'] }
  /** A change was carried out: its words, and the step that `u` takes back. */
  | {
      readonly type: 'done'
      readonly text: string
      readonly undoable: boolean
      /** The words name the key that undoes it. */
      readonly reversible?: true
      /** The place to bring into view: a list, or a row of the current one. */
      readonly show?: Source
      readonly select?: string
    }
  | { readonly type: 'failed'; readonly text: string }
  /** A question was not answered, for this reason. */
  | { readonly type: 'load-failed'; readonly text: string }
  /** The change that undo would reverse, or cannot; nothing was undone yet. */
  | { readonly type: 'undo-found'; readonly entry: JournalValue }
  | { readonly type: 'journal-loaded'; readonly changes: readonly JournalValue[] }
  | {
      readonly type: 'matching-counted'
      readonly source: Source
      readonly filter: string
      readonly count: number
      readonly through: string | null
      readonly more: boolean
    }
  | {
      readonly type: 'offered'
      readonly message: string
      readonly held: boolean
      readonly note: string | null
    }
  /** A frame that shows these opened messages is on the screen. */
  | { readonly type: 'written'; readonly messages: readonly string[] }
  | { readonly type: 'draft-saved'; readonly why: 'keep' | 'send'; readonly draft: DraftValue }
  | { readonly type: 'draft-sent'; readonly draft: string; readonly text: string }
  | ({ readonly type: 'draft-refused'; readonly draft: string } & Lack)
  | { readonly type: 'template-filled'; readonly filled: FilledValue | Lack | null }
  | { readonly type: 'draft-gone'; readonly draft: string }
  | { readonly type: 'due-drafts'; readonly drafts: readonly DraftValue[] }
  /** The time that a person wrote; `null` if it is not one. */
  | {
      readonly type: 'time-read'
      readonly text: string
      readonly targets: readonly Target[]
      readonly at: number | null
    }
  | ({ readonly type: 'words' } & Offered)
  | ({ readonly type: 'known-loaded' } & Known)
  | { readonly type: 'threads-found'; readonly text: string; readonly threads: readonly FoundThread[] }
  /** An operation answered with something to read, or with a message to open. */
  | {
      readonly type: 'command-ran'
      readonly outcome:
        | { readonly type: 'value'; readonly title: string; readonly value: Json }
        | { readonly type: 'open'; readonly message: string }
    }
  | { readonly type: 'command-failed'; readonly problem: string }
  | { readonly type: 'colours-loaded'; readonly colour: ColourCode }
  | { readonly type: 'edited'; readonly written: Written }

/** The events of one type. */
export type EventOf<T extends Event['type']> = Extract<Event, { readonly type: T }>

/** The text that came back from an editor, or the reason why none did. */
export type Written = { readonly text: string } | { readonly problem: string }
