import { fieldOf, problemOfArguments } from './field-arguments.ts'
import { duration, oneOf, texts, word, yesOrNo } from './setting-readers.ts'
import type { YamlEntry, YamlValue } from './yaml.ts'

/** A program of the person's own behind a key of the screen. */
export type OwnCommand = {
  readonly name: string
  /** Alternatives; the keys of a sequence are separated by blanks. */
  readonly keys: readonly string[]
  readonly scope: string
  /** The program and its arguments; `{subject}` stands for a field of the message. */
  readonly run: readonly string[]
  readonly description: string
  readonly confirm: boolean
  readonly output: 'toast' | 'page' | 'none'
  /** It changes nothing, so a read-only screen runs it too. */
  readonly safe: boolean
  /** It is ended after so long, ms. */
  readonly timeLimit: number
  /** Its file and line. */
  readonly where: string
}

/** The fields of a message that a program can get, as arguments and as environment variables. */
export const messageFields = [
  'id',
  'thread',
  'from',
  'to',
  'subject',
  'kind',
  'priority',
  'task',
  'agent',
] as const
export type MessageField = (typeof messageFields)[number]

/** The field that an argument names. */
export function fieldOfArgument(argument: string): MessageField | null {
  return fieldOf(messageFields, argument)
}

type Refuse = (entry: YamlEntry, what: string, hint: string) => never

const known = [
  'key',
  'scope',
  'run',
  'description',
  'confirm',
  'output',
  'read_only',
  'time_limit',
  'trusted',
] as const
const usualLimit = 30_000

/** A block `commands:` of the settings: each entry one program, by the name of its command. */
export function readOwnCommands(
  entries: readonly YamlEntry[],
  path: string,
  refuse: Refuse,
): readonly OwnCommand[] {
  return entries.map((entry) => readOwn(entry, path, refuse))
}

function readOwn(entry: YamlEntry, path: string, refuse: Refuse): OwnCommand {
  const name = entry.key
  if (!/^[a-z][a-z0-9-]*$/u.test(name))
    refuse(
      entry,
      `commands.${name}: invalid name of a command`,
      'Use small letters, digits and -, such as open-ticket.',
    )
  const lines = entry.value.type === 'map' ? entry.value.entries : []
  const stray = lines.find(({ key }) => !(known as readonly string[]).includes(key))
  if (stray !== undefined)
    refuse(
      stray,
      `unknown setting commands.${name}.${stray.key}`,
      `The settings here are ${known.join(', ')}.`,
    )
  const read = <T>(
    key: (typeof known)[number],
    reader: (value: YamlValue, tell: (expected: string) => never) => T,
    fallback: T,
  ): T => {
    const line = lines.find((one) => one.key === key)
    if (line === undefined) return fallback
    return reader(line.value, (expected) =>
      refuse(line, `commands.${name}.${key} is not valid`, `It must be ${expected}.`),
    )
  }
  const keys = read('key', texts, [])
  if (keys.length === 0) refuse(entry, `commands.${name} has no key`, 'Example: key: Alt-t')
  const run = read('run', argumentsOf, [])
  if (run.length === 0)
    refuse(entry, `commands.${name} has no program`, 'Example: run: [gh, issue, view, "{id}"]')
  const unsafe = problemOf(run, read('trusted', yesOrNo, false))
  if (unsafe !== null)
    refuse(
      lines.find(({ key }) => key === 'run') ?? entry,
      `commands.${name}.run: ${unsafe.what}`,
      unsafe.hint,
    )
  return {
    name,
    keys: keys.map((key) => key.trim().replace(/\s+/gu, ' ')),
    scope: read('scope', word, 'mail'),
    run,
    description: read('description', word, name),
    confirm: read('confirm', yesOrNo, false),
    output: read('output', oneOf(['toast', 'page', 'none']), 'toast'),
    safe: read('read_only', yesOrNo, false),
    timeLimit: read('time_limit', duration, usualLimit),
    where: `${path}:${entry.line}`,
  }
}

/** A list alone: one text would have to be split as a shell does. */
function argumentsOf(value: YamlValue, tell: (expected: string) => never): readonly string[] {
  return value.type === 'list' ? value.items.map(({ text }) => text) : tell('a list: [program, one, "{id}"]')
}

/** We write these, so there is nothing in them to run. */
const ours: readonly MessageField[] = ['id', 'thread', 'kind', 'priority']

function problemOf(run: readonly string[], isTrusted: boolean) {
  return problemOfArguments(run, {
    names: messageFields,
    ours: isTrusted ? messageFields : ours,
    instead: (name) =>
      `Read the variable WATCHPOST_${name.toUpperCase()} in a script of your own, give the field after --, or add trusted: true.`,
  })
}
