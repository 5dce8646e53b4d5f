import { own } from '../../domain/own.ts'
import { type Field, type Fields, flagName } from '../../input/input.ts'

export type Flag = { readonly name: string; readonly field: Field<unknown>; readonly file: boolean }

/** The flags of a command line, each found when it is asked for: a table of all takes longer to make than a line to read. */
export type Flags = {
  /** `reply-to` of `--reply-to`. */
  long(name: string): Flag | undefined
  /** `q` of `-q`. */
  short(letter: string): Flag | undefined
  /** How all of them are spelled, without dashes. */
  readonly names: readonly string[]
}

/** The flag that reads a field from a file, where the field reads standard input too. */
export function fileFlag(name: string): string {
  return `${flagName(name)}-file`
}

/** Flags by fields; the first that knows a name has it. */
export function flagsOf(...known: readonly Fields[]): Flags {
  const named = (flag: string, file: boolean): Flag | undefined => {
    const name = fieldName(flag)
    for (const fields of known) {
      const field = own(fields, name)
      if (field !== undefined && (!file || field.stdin) && flagName(name) === flag)
        return { name, field, file }
    }
    return undefined
  }
  return {
    long: (flag) =>
      named(flag, false) ?? (flag.endsWith('-file') ? named(flag.slice(0, -5), true) : undefined),
    short(letter) {
      for (const fields of known)
        for (const name of Object.keys(fields)) {
          const field = fields[name]
          if (field?.short === letter) return { name, field, file: false }
        }
      return undefined
    },
    get names() {
      return known
        .flatMap(Object.entries<Field<unknown>>)
        .flatMap(([name, { stdin }]) => [flagName(name), ...(stdin ? [fileFlag(name)] : [])])
    },
  }
}

/** `replyTo` of `reply-to`. */
function fieldName(flag: string): string {
  const [first = '', ...others] = flag.includes('-') ? flag.split('-') : [flag]
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
