import type { Json } from '../../../domain/json.ts'
import type { Kind } from '../../../domain/kind.ts'
import type { Priority } from '../../../domain/priority.ts'
import type { Safe } from '../../../domain/sanitize.ts'
import type { FilledValue, TemplateValue } from '../../../values/templates-schema.ts'
import type { InputEvent } from '../terminal/key-event.ts'
import type { EditorState } from './editor.ts'

const formKinds = ['compose', 'reply', 'answer', 'forward', 'handoff', 'rule'] as const
export type FormKind = (typeof formKinds)[number]
export type FormOperation = 'send' | 'reply' | 'forward' | 'handoff' | 'ruling'
/** An operation's input as its fields take it; also what a draft keeps. */
export type FormInput = { readonly [name: string]: Json | undefined }

/**
 * `address`: addresses on one line, completed; `line`: one line; `lines`: text; `list`: one item a line;
 * `choice`: one of `options`, of which `''` leaves it to the operation.
 */
export type FieldSpec = {
  readonly name: string
  readonly label: string
  readonly kind: 'address' | 'line' | 'lines' | 'choice' | 'list'
  /** The placeholder of an empty field. */
  readonly help: string
  /** The sentence under the field when it is left empty. */
  readonly required?: string
  /** The field that, once it is filled, frees this one. */
  readonly unless?: string
  readonly options?: readonly string[]
  /** The option that sets the operation's flag; the others leave it. */
  readonly flag?: string
  /** The source of its completions, for fields without addresses. */
  readonly completes?: Completing
  /** An address field that takes one address only, and gives a text instead of a list. */
  readonly one?: boolean
  /** Few messages need it: it is shown once its writer asks for all fields. */
  readonly more?: true
}

export type FormField = FieldSpec & {
  readonly editor: EditorState
  readonly choice: string
  readonly error: Safe | null
  /** A warning to show before it is sent; the writer may confirm it. */
  readonly note: Safe | null
}

/** The subject of a form, for its title and for the defaults of empty fields. */
export type FormAbout = {
  readonly from?: string
  readonly subject?: string
  readonly priority?: Priority
  /** The text that is answered, to be quoted. */
  readonly text?: string
  /** The message is sealed, and so is what is said of it. */
  readonly sealed?: true
  /** The kinds that may answer the message. */
  readonly answers?: readonly Kind[]
  /** Those who take part in the debate. */
  readonly participants?: readonly string[]
}

export type FormInitial = {
  /** Part of an operation's input: fields are filled from it, and what has no field goes along unchanged. */
  readonly input?: FormInput
  readonly about?: FormAbout
  /** The address that sends; a handoff's preview names it. */
  readonly self?: string
  readonly draft?: string | null
}

export type FormState = {
  readonly kind: FormKind
  readonly operation: FormOperation
  readonly fields: readonly FormField[]
  readonly focus: number
  /** Fields that few messages need are shown, too. */
  readonly whole: boolean
  readonly rest: FormInput
  readonly about: FormAbout
  readonly self: string
  readonly draft: string | null
  /** The input as the form was opened: what differs from it was written by hand. */
  readonly opened: string
  /** It lies among the drafts as it was opened, and stays there unless it is changed. */
  readonly kept: boolean
  /** As far as they were asked for. */
  readonly templates: Templates
  /** The template's rendering of the fields, if it was requested since the template was chosen. */
  readonly filled: Filled | null
  readonly candidates: {
    readonly names: readonly Safe[]
    readonly chosen: number
    readonly moved: boolean
    /** The text of each, where they are canned replies. */
    readonly texts?: readonly string[]
  } | null
  /** The word whose completions are on their way. */
  readonly completing: string | null
  /** The first row of the preview; `null` while it is not shown. */
  readonly preview: number | null
  readonly asking: boolean
  readonly sending: boolean
  /** Headers from $EDITOR that are not understood: they go back there, and nothing is sent with them. */
  readonly strayHeaders: readonly string[]
  /** The field whose text went to $EDITOR. */
  readonly editing: string | null
  readonly error: Safe | null
  /** The attachments that a warning named as missing, unchanged; a second send confirms them. */
  readonly doubted: string | null
}

export type FormOutcome =
  | null
  /** `keep`: save `input` as a draft. */
  | {
      readonly type: 'cancel'
      readonly keep: boolean
      readonly operation: FormOperation
      readonly input: FormInput
    }
  /** `meant`: the writer already saw the warnings. */
  | {
      readonly type: 'submit'
      readonly operation: FormOperation
      readonly input: FormInput
      readonly meant: boolean
    }
  /** $EDITOR is wanted for this text; `editedForm` takes it back. */
  /** `whole`: the same with the headers of the message; `null` where only the field is meant. */
  | { readonly type: 'edit'; readonly text: Safe; readonly field: string; readonly whole: Safe | null }
  /** The canned replies are wanted; `offerReplies` takes them. */
  | { readonly type: 'replies' }
  /** The completions for `text` are wanted; `offerCandidates` takes all known ones or fewer. */
  | { readonly type: 'complete'; readonly what: Completing; readonly text: string }
  /** The template's rendering of the fields is wanted; `filledForm` takes it. */
  | { readonly type: 'fill'; readonly input: FormInput }

export type Completing = 'address' | 'file' | 'template'
export type Template = Pick<TemplateValue, 'name' | 'subject' | 'route' | 'fields' | 'kind' | 'priority'>
/** Those that are known, by name. */
export type Templates = Readonly<Record<string, Template>>
export type Filled = Pick<FilledValue, 'template' | 'to' | 'subject' | 'body' | 'fields' | 'missing'>

export type FormStep = { readonly form: FormState; readonly outcome: FormOutcome }
export type FormEvent = InputEvent
/** `labels`: how wide the labels of the form are, where they are wider than usual. */
export type FormSize = { readonly columns: number; readonly rows: number; readonly labels?: number }

/** One kind of form, defined once for opening, checking, sending and drawing. */
export type FormDefinition = {
  readonly operation: FormOperation
  title(about: FormAbout): string
  fields(about: FormAbout, input: FormInput): readonly FieldSpec[]
  /** The operation's input as the fields show it, and back. */
  fromInput?(input: FormInput): FormInput
  toInput?(input: FormInput): FormInput
  /** The missing parts of the fields together: sentences by field name. */
  problems?(input: FormInput): Readonly<Record<string, string>>
  /** The text that the preview shows, and whether it must be seen before it is sent. */
  preview(
    input: FormInput,
    self: string,
    filled: Filled | null,
  ): { readonly text: string; readonly markdown: boolean }
  readonly previewFirst: boolean
  /** The header lines above the text in the preview, if they differ from those of every message. */
  heads?(input: FormInput, about: FormAbout): readonly (readonly [string, string])[]
  /** Enter goes from the last field to the preview, and there it sends. */
  readonly confirmedByEnter?: true
}

/** The completions of a word, as they were requested: the list may contain all known names. */
export type Offered = {
  readonly what: Completing
  readonly text: string
  readonly names: readonly string[]
  readonly templates?: Templates
}
