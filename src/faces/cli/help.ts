import { type Field, type Fields, flagName } from '../../input/input.ts'
import {
  catalogue,
  type Group,
  listedGroups as groups,
  loadOperation,
  operationNames,
} from '../../operations/catalogue.ts'
import { builtins, findBuiltin } from './builtin-commands.ts'
import { everyday } from './everyday.ts'
import { commonFields, screenFields } from './globals.ts'
import { fileFlag } from './known-flags.ts'

/** The help of a command: an operation or a command of the program itself. */
type CommandFacts = {
  readonly command: string
  readonly summary: string
  readonly fields: Fields
  readonly examples: readonly (readonly [string, string])[]
  readonly value: string | null
}

const gap = 2

/** `--help`: the commands that people use most in a line each, and the names of all others. */
export function overview(version: string): string {
  const others = groups.map((group) => [group, namesIn(group).join(' ')] as const)
  return lines([
    ...usage(version),
    'Common commands:',
    ...aligned(everyday),
    '',
    'More commands:',
    ...aligned([...others, ['Program', firstWords(builtins.map(({ command }) => command)).join(' ')]]),
    '',
    'Run `watchpost help all` for a line about each of these, `watchpost COMMAND --help` for its arguments and flags, and `watchpost help globals` for flags such as --as, --json and --store.',
  ])
}

/** How the program is called. */
export function usage(version: string): readonly string[] {
  return [
    `watchpost ${version}: mail between the agents of a swarm and the people who watch them.`,
    '',
    'Usage:',
    ...aligned([
      ['watchpost COMMAND [arguments] [flags]', 'Run a command'],
      ['watchpost [flags]', 'Open the terminal inbox'],
    ]),
    '',
  ]
}

function namesIn(group: Group): readonly string[] {
  const names = operationNames.filter((name) => catalogue[name].group === group)
  return firstWords(names.map((name) => catalogue[name].command))
}

/** The words that the commands begin with, without those that have a line of their own. */
function firstWords(commands: readonly string[]): readonly string[] {
  const words = new Set(commands.map((command) => command.split(' ')[0] ?? ''))
  for (const [command] of everyday) words.delete(command)
  return [...words]
}

/** @returns null where there is no such command */
export async function commandHelp(words: readonly string[]): Promise<string | null> {
  const facts = await findFacts(words)
  return facts === null ? null : helpOf(facts)
}

/** The help topic `globals`: the flags of every command, and those of the terminal inbox. */
export function globalsHelp(): string {
  return lines(globalHelp)
}

async function findFacts(words: readonly string[]): Promise<CommandFacts | null> {
  const command = words.join(' ')
  const name = operationNames.find((known) => catalogue[known].command === command)
  if (name !== undefined) {
    const { summary, input, examples = [], value } = await loadOperation(name)
    return { command, summary, fields: input, examples, value }
  }
  const builtin = findBuiltin(words)
  return builtin === undefined ? null : { ...builtin, fields: builtin.input, value: null }
}

function helpOf({ command, summary, fields, examples, value }: CommandFacts): string {
  const entries = Object.entries(fields)
  const words = entries.filter(([, { positional }]) => positional)
  const flags = entries.filter(([, { positional }]) => !positional)
  return lines([
    `${summary}.`,
    '',
    `Usage: watchpost ${[command, ...words.map(([, field]) => wordOf(field)), ...(flags.length > 0 ? ['[flags]'] : [])].join(' ')}`,
    ...section(
      'Arguments',
      words.map(([name, field]) => [
        field.placeholder || name,
        `${described(field)} (or --${flagName(name)}${field.stdin ? `, --${fileFlag(name)} PATH, or - for standard input` : ''})`,
      ]),
    ),
    ...section(
      'Flags',
      flags.flatMap(([name, field]) => flagRows(name, field)),
    ),
    ...section('Examples', examples),
    '',
    globalLine,
    ...(value === null
      ? []
      : [`With --json, prints the value \`${value}\` (schema: \`watchpost describe ${command}\`).`]),
  ])
}

function wordOf({ placeholder, many, required }: Field<unknown>): string {
  const word = many ? `${placeholder}…` : placeholder
  return required ? word : `[${word}]`
}

function flagRows(name: string, field: Field<unknown>): readonly (readonly [string, string])[] {
  const short = field.short === null ? '    ' : `-${field.short}, `
  const value = field.kind === 'flag' ? '' : ` ${field.placeholder}`
  const rows: (readonly [string, string])[] = [[`${short}--${flagName(name)}${value}`, described(field)]]
  if (field.stdin) rows.push([`    --${fileFlag(name)} PATH`, `The ${name} from a file; - is standard input`])
  return rows
}

function described({ help, words, many, positional }: Field<unknown>): string {
  const choices = words.length === 0 ? '' : `: ${words.join(', ')}`
  return `${help}${choices}${many && !positional ? ' (repeatable)' : ''}`
}

function flagTable(fields: Fields): readonly string[] {
  return aligned(Object.entries(fields).flatMap(([name, field]) => flagRows(name, field)))
}

/** The flags of every command, and those of the terminal inbox. */
export const globalHelp = [
  'Global flags:',
  ...flagTable(commonFields),
  '',
  'Flags of the terminal inbox:',
  ...flagTable(screenFields),
]

const globalLine = 'For global flags such as --as, --json and --store, see `watchpost help globals`.'

function section(title: string, rows: readonly (readonly [string, string])[]): readonly string[] {
  if (rows.length === 0) return []
  const wide = title === 'Examples'
  return [
    '',
    `${title}:`,
    ...(wide ? rows.flatMap(([line, what]) => [`  ${line}`, `      ${what}`]) : aligned(rows)),
  ]
}

/** Rows of two columns. */
export function aligned(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length)) + gap
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`.trimEnd())
}

/** Each with its line break. */
export function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
