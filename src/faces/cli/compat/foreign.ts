import { MailError } from '../../../domain/errors.ts'
import type { Fields, Input } from '../../../input/input.ts'
import type { Mailbox } from '../../../mailbox.ts'

/** What a command of another system looks up before it is put into our words. */
export type Desk = {
  /** The mailbox of the actor, opened when it is first asked for. */
  readonly mailbox: () => Promise<Mailbox>
  /** The time by the store's clock. */
  readonly now: () => Promise<number>
  /** All of standard input. */
  readonly input: () => string
}

/** Command lines of ours, carried out one after the other until one fails. */
export type Ours = {
  readonly lines: readonly (readonly string[])[]
  /** The exit code where all of them succeed, if it is not 0. */
  readonly exit?: number
  /** For whoever reads standard error. */
  readonly note?: string
}

/** A command of another system in our words. */
export type Foreign = {
  /** Its words without the program's name, such as `mail send`. */
  readonly command: string
  readonly aliases: readonly string[]
  readonly input: Fields
  /** Our command, for the table in the documents. */
  readonly ours: string
  readonly translate: (given: never, desk: Desk) => Ours | Promise<Ours>
}

/** A command or a flag that is refused, with the reason, for the error and for the table in the documents. */
export type Refused = { readonly words: string; readonly why: string }

/** The command line of another system: what its agents type, and what becomes of it. */
export type System = {
  /** The program that its agents call. */
  readonly program: string
  readonly commands: readonly Foreign[]
  readonly refused: readonly Refused[]
}

/** Carries the types of a command's input to its translation. */
export function foreign<F extends Fields>(command: {
  readonly command: string
  readonly aliases?: readonly string[]
  readonly input: F
  readonly ours: string
  readonly translate: (given: Input<F>, desk: Desk) => Ours | Promise<Ours>
}): Foreign {
  return { aliases: [], ...command, translate: command.translate as Foreign['translate'] }
}

/** One line of ours. */
export function line(...words: readonly string[]): Ours {
  return { lines: [words] }
}

/** Bare words of the caller at the end of a line: none of them is taken for a flag of ours, or for standard input. */
export function bare(...words: readonly string[]): readonly string[] {
  if (words.includes('-'))
    throw new MailError('usage', '"-" names nothing here.', 'Only --stdin reads standard input.')
  return words.length === 0 ? [] : ['--', ...words]
}

/** `--name=value`, so that no value is taken for a flag; nothing where there is no value. */
export function option(name: string, value: string | number | undefined): readonly string[] {
  return value === undefined ? [] : [`--${name}=${value}`]
}
