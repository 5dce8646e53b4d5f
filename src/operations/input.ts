import type { Json } from '../domain/json.ts'

export { checkInput, requireObject, type Spelling } from './check-input.ts'
export { inputSchema } from './input-schema.ts'

export type FieldKind = 'text' | 'flag' | 'number' | 'choice' | 'duration' | 'time' | 'json'
/** What a shell may complete in a field, and what a form may offer. */
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
  /** What help writes for the value, such as `PATH`. */
  readonly placeholder: string
  /** Only here to carry the type. */
  readonly type?: T
}

export type Fields = { readonly [name: string]: Field<unknown> }
/** What `run` receives: every field, checked. */
export type Input<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never }
type OptionalKeys<F extends Fields> = { [K in keyof F]: undefined extends Input<F>[K] ? K : never }[keyof F]
/** What a caller writes: optional fields may be left out. */
export type Call<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Input<F>[K] } & {
  readonly [K in OptionalKeys<F>]?: Input<F>[K] | undefined
}

type Options = {
  readonly short?: string
  readonly positional?: boolean
  readonly completes?: Completes
  readonly stdin?: boolean
  readonly piped?: boolean
  readonly spooled?: boolean
  readonly verbatim?: boolean
  readonly dashed?: boolean
  readonly placeholder?: string
}

function field<T>(
  kind: FieldKind,
  help: string,
  options: Options & { many?: boolean; required?: boolean; words?: readonly string[] },
): Field<T> {
  return {
    kind,
    help,
    required: options.required ?? false,
    many: options.many ?? false,
    positional: options.positional ?? false,
    short: options.short ?? null,
    words: options.words ?? [],
    completes: options.completes ?? null,
    stdin: options.stdin ?? false,
    piped: options.piped ?? false,
    spooled: options.spooled ?? false,
    verbatim: options.verbatim ?? false,
    dashed: options.dashed ?? false,
    placeholder: options.placeholder ?? placeholders[kind],
  }
}

const placeholders: Readonly<Record<FieldKind, string>> = {
  text: 'TEXT',
  flag: '',
  number: 'N',
  choice: 'WORD',
  duration: 'DURATION',
  time: 'TIME',
  json: 'JSON',
}

export const text = (help: string, options: Options = {}) => field<string | undefined>('text', help, options)
export const requiredText = (help: string, options: Options = {}) =>
  field<string>('text', help, { ...options, required: true })
/** A list; absent is empty. */
export const texts = (help: string, options: Options = {}) =>
  field<readonly string[] | undefined>('text', help, { ...options, many: true })
export const requiredTexts = (help: string, options: Options = {}) =>
  field<readonly string[]>('text', help, { ...options, many: true, required: true })
export const flag = (help: string, options: Options = {}) => field<boolean | undefined>('flag', help, options)
export const number = (help: string, options: Options = {}) =>
  field<number | undefined>('number', help, options)
export const choice = <const W extends readonly string[]>(words: W, help: string, options: Options = {}) =>
  field<W[number] | undefined>('choice', help, { ...options, words })
export const requiredChoice = <const W extends readonly string[]>(
  words: W,
  help: string,
  options: Options = {},
) => field<W[number]>('choice', help, { ...options, words, required: true })
export const choices = <const W extends readonly string[]>(words: W, help: string, options: Options = {}) =>
  field<readonly W[number][] | undefined>('choice', help, { ...options, words, many: true })
/** Milliseconds; written `90s`, `15m`, `4h`, `7d`. */
export const duration = (help: string, options: Options = {}) =>
  field<number | undefined>('duration', help, options)
/** ISO 8601 or a duration from now; a point in time is checked here, and told apart by `requireTime` when it is used. */
export const time = (help: string, options: Options = {}) => field<string | undefined>('time', help, options)
export const json = (help: string, options: Options = {}) => field<Json | undefined>('json', help, options)

/** `swarmName` as a flag is `--swarm-name`. */
export function flagName(name: string): string {
  if (name === name.toLowerCase()) return name
  let flag = ''
  // An expression would have to be compiled, at every start.
  for (const letter of name) flag += letter >= 'A' && letter <= 'Z' ? `-${letter.toLowerCase()}` : letter
  return flag
}
