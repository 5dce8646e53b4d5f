import type { Towards } from '../domain/moment.ts'

export type FieldKind = 'text' | 'flag' | 'number' | 'choice' | 'duration' | 'time' | 'json'
/** The completions of a field in a shell and in a form. */
export type Completes =
  | 'message'
  | 'agent'
  | 'address'
  | 'file'
  | 'draft'
  | 'view'
  | 'group'
  | 'queue'
  | 'channel'
  | 'template'

/**
 * One input of an operation: read once, by every face. A command line spells `replyTo` as `--reply-to`; a
 * batch line, a tool call or a form passes the value itself.
 */
export type Field<T> = {
  readonly kind: FieldKind
  readonly help: string
  readonly required: boolean
  readonly many: boolean
  /** Also taken from the words of the command line, in the order of declaration. */
  readonly positional: boolean
  readonly short: string | null
  readonly words: readonly string[]
  readonly completes: Completes | null
  /** A single `-` reads standard input. */
  readonly stdin: boolean
  /** Standard input is read where nothing is given, without `-`. */
  readonly piped: boolean
  /** A path for which a single `-` is standard input, as a file. */
  readonly spooled: boolean
  /** A list whose `-` is meant as it stands. */
  readonly verbatim: boolean
  /** Its words may begin with a dash, where that spells no flags. */
  readonly dashed: boolean
  /** The most characters of a text, of each one in a list. */
  readonly longest: number | null
  /** The most items of a list. */
  readonly most: number | null
  /** Where its time lies, in words that people type too: `tomorrow 9am`. */
  readonly towards: Towards | null
  /** The placeholder of the value in help, such as `PATH`. */
  readonly placeholder: string
  /** Only here to carry the type. */
  readonly type?: T
}

export type Fields = { readonly [name: string]: Field<unknown> }
/** What `run` receives: every field, checked. */
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }
type OptionalKeys<F extends Fields> = { [K in keyof F]: undefined extends Input<F>[K] ? K : never }[keyof F]
/** The input of a caller: optional fields may be left out. */
export type Call<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Input<F>[K] } & {
  readonly [K in OptionalKeys<F>]?: Input<F>[K] | undefined
}
