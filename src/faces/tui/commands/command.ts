import type { Mailbox } from '../../../mailbox.ts'
import type { OperationName } from '../../../operations/catalogue.ts'
import type { Effect } from '../effect.ts'
import type { Scope } from '../keymap.ts'
import type { HasClock, OnScreen, Source, State } from '../state.ts'
import type { Step } from '../step.ts'

/** The input and the answer of one mailbox operation; an offer is settled, and its value is passed on. */
export type InputOf<K extends OperationName> = Parameters<Mailbox[K]>[0]
type AnswerOf<K extends OperationName> =
  Awaited<ReturnType<Mailbox[K]>> extends { readonly value: infer V; readonly settle: unknown }
    ? V
    : Awaited<ReturnType<Mailbox[K]>>

/** The words after a call was answered, and the place to bring into view: a list, or a row of the current one. */
export type Done = string | { readonly text: string; readonly show?: Source; readonly select?: string }

type Answers = {
  readonly [K in OperationName]?: (answer: AnswerOf<K>, input: InputOf<K>, self: string) => Done
}

/** The words for a change, `{}` for what it changed: `Archived {}`, and after undo `Undid: archive {}`. */
export type ChangeWords = { readonly done: string; readonly verb: string }

/** The hint in the footer; `first` puts it before the others. */
export type Hint = string | { readonly text: string; readonly first: true }

/** All there is to know about one thing that a key can do. */
export type Command = {
  /** Its name in the settings: `mail.archive` is `archive` in the scope `mail`. */
  readonly name: string
  /** The scopes it works in, and its keys there: alternatives separated by ` | `, keys of a sequence by a blank. */
  readonly at: { readonly [S in Scope]?: string }
  readonly help: string
  /** The footer's word for it, if it is shown there; a function answers `undefined` where the key does nothing. */
  readonly hint?: string | ((state: OnScreen & HasClock) => Hint | undefined)
  /** Its rank in the footer where room is short: the lowest first. */
  readonly rank?: number | ((state: OnScreen & HasClock) => number)
  /** The operation behind it; the palette lists the command under that name. */
  readonly operation?: OperationName
  /** It changes mail, the roster or a place: a read-only screen refuses it. */
  readonly writes?: true
  /** The state that must have arrived before the key can apply; typed-ahead keys wait for it. */
  readonly needs?: 'row' | 'text' | 'changes'
  /** It is about the panes: what hides them makes way for it (`shown`), or it has nothing to do there (`needed`). */
  readonly panes?: 'shown' | 'needed'
  /** It moves about: at an end there is nowhere to go, which needs no word. */
  readonly moves?: true
  /** It also works on the roster, where it waits for nothing. */
  readonly inRoster?: true
  /** Why it cannot be done here, or `true`. */
  readonly available?: (state: OnScreen & HasClock) => true | string
  readonly run: (state: State) => Step
  /** Takes what a prompt was answered with; `subject` is what `ask` was given. */
  readonly answer?: (state: State, subject: never, text: string) => Step
  /** The state shown while its prompt is typed into, and the one shown again when the prompt is given up. */
  readonly typed?: (state: State, text: string) => State
  readonly gaveUp?: (state: State, subject: never) => State
  /** The words for each operation that it calls, once that was answered. */
  readonly done?: Answers
  /** The words for each change of mail that it makes. */
  readonly changes?: { readonly [K in OperationName]?: ChangeWords }
}

/** Keeps the exact type of what is described; a command is plain data and pure functions. */
export function command(described: Command): Command {
  return described
}

/** Asks the mailbox for one operation; `name` is the command whose `done` has the words for the answer. */
export function call<K extends OperationName>(name: string, operation: K, input: InputOf<K>): Effect {
  return { type: 'call', command: name, operation, input }
}
