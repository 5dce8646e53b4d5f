import { parseArgs } from 'node:util'
import { MailError } from '../../../../domain/errors.ts'
import { own } from '../../../../domain/own.ts'
import { type Field, type Fields, flagName } from '../../../../input/input.ts'
import type { Command } from '../../model/palette.ts'

/** A word of a line, without its quotes; `start` and `end` are its place with them. */
export type Word = { readonly text: string; readonly start: number; readonly end: number }

/** Words parted by blanks; quotes keep blanks together, a backslash keeps what follows it. An open quote goes on to the end. */
export function wordsOf(line: string): readonly Word[] {
  const form = /(?:"(?:\\.|[^"\\])*(?:"|$)|'[^']*(?:'|$)|\\.|[^\s"'\\]|\\$)+/gsu
  return [...line.matchAll(form)].map(({ 0: raw, index }) => ({
    text: raw.replace(/"((?:\\.|[^"\\])*)(?:"|$)|'([^']*)(?:'|$)|\\(.)/gsu, (_, double, single, escaped) =>
      escaped !== undefined ? escaped : (single ?? String(double).replace(/\\(["\\])/gu, '$1')),
    ),
    start: index,
    end: index + raw.length,
  }))
}

/** A word as it must be written to be one word. */
export function quoted(word: string): string {
  return /^[^\s"'\\]+$/u.test(word) ? word : `"${word.replace(/["\\]/gu, '\\$&')}"`
}

/** The operation whose command a line begins with, and what follows it. */
export function commandOf(
  line: string,
  commands: readonly Command[],
): { readonly command: Command; readonly from: number } | null {
  const found = commands
    .filter(({ command }) => line.startsWith(`${command} `))
    .sort((one, other) => other.command.length - one.command.length)[0]
  return found === undefined ? null : { command: found, from: found.command.length + 1 }
}

/** Fields of the words without a flag, in their order. */
export function positionals(fields: Fields): readonly (readonly [string, Field<unknown>])[] {
  return Object.entries(fields).filter(([, { positional }]) => positional)
}

/**
 * The input that the words after a command say, by the flags of the command line; the mailbox checks its values.
 * @throws MailError `usage`
 */
export function inputOf(fields: Fields, words: readonly string[]): Said {
  const names = new Map(Object.keys(fields).map((name) => [flagName(name), name]))
  const flags = Object.entries(fields).map(([name, field]) => [
    flagName(name),
    {
      type: field.kind === 'flag' ? ('boolean' as const) : ('string' as const),
      multiple: field.many,
      ...(field.short === null ? {} : { short: field.short }),
    },
  ])
  const parsed = parse(words, Object.fromEntries(flags))
  const input: Record<string, Said[string]> = {}
  for (const [flag, value] of Object.entries(parsed.values))
    input[names.get(flag) ?? flag] = value as Said[string]
  const rest = [...parsed.positionals]
  for (const [name, { many }] of positionals(fields)) {
    if (rest.length === 0) break
    if (many) input[name] = [...listOf(own(input, name)), ...rest.splice(0)]
    else if (own(input, name) === undefined) input[name] = rest.shift() ?? ''
  }
  if (rest.length > 0) throw new MailError('usage', `Unexpected argument: "${rest.join(' ')}".`, '')
  return input
}

function listOf(value: Said[string] | undefined): readonly string[] {
  return Array.isArray(value) ? value : []
}

/** What was typed for each input, not looked at yet. */
export type Said = { readonly [name: string]: string | boolean | readonly string[] }

type Flags = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>

function parse(args: readonly string[], options: Flags) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node's own words say which flag it is; what they advise is about other things.
    const said =
      error instanceof Error
        ? error.message
            .replace(/[.\s]*(?:To specify|Did you forget)[\s\S]*$/u, '')
            .replace(/^Option '(?:-\w, )?(--[\w-]+) <value>' argument .*$/su, '$1 needs a value')
        : ''
    throw new MailError('usage', `${said}.`, '')
  }
}
