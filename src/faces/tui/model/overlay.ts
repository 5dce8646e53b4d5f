import type { Kind } from '../../../domain/kind.ts'
import type { LinkTarget } from '../../../domain/link.ts'
import type { Safe } from '../../../domain/sanitize.ts'
import type { JournalValue } from '../../../values/log-schema.ts'
import type { EditorState, Field } from './editor.ts'
import type { FormState } from './form.ts'
import type { List } from './list.ts'
import type { PaletteState, ResultState } from './palette.ts'
import type { SheetState } from './sheet.ts'

/** An overlay over the panes, or a line being typed into. */
export type Overlay =
  | { readonly type: 'none' }
  | HelpState
  | SheetState
  /** `shown` was found last. It stays while the typed text is no valid search. */
  | {
      readonly type: 'search'
      readonly field: Field
      readonly problem: string | null
      readonly shown: List
      /** The earlier query that the field shows. */
      readonly former: number | null
    }
  | {
      readonly type: 'filter'
      readonly field: Field
      readonly problem: string | null
      readonly former: number | null
    }
  | PaletteState
  | ResultState
  | ChoiceState
  | JournalState
  /** A question in the footer; the command that asked takes the answer, and knows what `subject` is. */
  | {
      readonly type: 'prompt'
      readonly command: string
      readonly label: Safe
      readonly subject: unknown
      readonly field: Field
      /** The answer is offered again if the mailbox refuses it. */
      readonly keeps?: true
      /** A time is asked for. */
      readonly offers?: TimeOffers
    }
  | { readonly type: 'form'; readonly form: FormState; readonly draft: string }
  | ({ readonly type: 'reply' } & Line & Answered)
  | ({ readonly type: 'post'; readonly to: string } & Line)

/** One line that is written; `sending` once it was said that it goes, until it is known whether it does. */
type Line = { readonly line: EditorState; readonly draft: string; readonly sending?: true }

/** The message that is being answered, as far as a form must know it. */
export type Answered = {
  readonly message: string
  readonly from: string
  readonly subject: string
  readonly kind: Kind
  /** The answer goes to everyone who got it. */
  readonly all?: true
}

/** The things to open or decide, one below the other, to choose from. */
export type ChoiceState = {
  readonly type: 'choice'
  readonly items: readonly (Openable | Ruling)[]
  readonly chosen: number
  /** The escalation that the chosen option decides. */
  readonly decides?: {
    readonly message: string
    readonly from: string
    readonly subject: string
    readonly deadline: string | null
  }
}

export type HelpState = {
  readonly type: 'help'
  /** The first line shown. */
  readonly top: number
  /** The words that narrow it. */
  readonly field: Field
  /** They are being typed. */
  readonly typing: boolean
}

/** Your changes, newest first. */
export type JournalState = {
  readonly type: 'journal'
  /** `null` until they are loaded. */
  readonly changes: readonly JournalValue[] | null
  readonly chosen: number
}

/** The answers to an escalation: one of its options, or the person's own words. */
export type Ruling =
  /** `fallback`: it is taken at the deadline. */
  | { readonly type: 'option'; readonly number: number; readonly text: string; readonly fallback?: true }
  | { readonly type: 'other' }

/** The parts of a message that open outside: an attachment, or the target of a link. */
export type Openable =
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'link'; readonly target: LinkTarget }

/** Times to choose from, and what they and the typed one mean, as far as they were read. */
export type TimeOffers = {
  readonly texts: readonly string[]
  readonly known: Readonly<Record<string, number | null>>
}
