import type { Json } from '../domain/json.ts'
import { limits } from '../domain/limits.ts'
import type { Towards } from '../domain/moment.ts'
import type { Completes, Field, FieldKind } from './field.ts'

export { checkInput, requireObject, type Spelling } from './check-input.ts'
export type { Call, Completes, Field, FieldKind, Fields, Input } from './field.ts'
export { inputSchema } from './input-schema.ts'

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
  readonly longest?: number
  readonly towards?: Towards
  readonly most?: number
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
    longest: kind === 'text' ? (options.longest ?? usualLongest(options)) : null,
    most: options.many ? (options.most ?? limits.addresses) : null,
    towards: options.towards ?? (kind === 'time' ? 'future' : null),
    placeholder: options.placeholder ?? placeholders[kind],
  }
}

/** Fields that name something are short. Long texts are limited where they are stored. */
function usualLongest({ stdin, piped, verbatim, completes, placeholder }: Options): number | null {
  if (stdin || piped || verbatim) return null
  return completes === undefined && placeholder === undefined ? limits.prose : limits.name
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
/** ISO 8601 or a duration from now once `readTimes` has read it. */
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
