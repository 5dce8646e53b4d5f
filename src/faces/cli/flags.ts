import { readFileSync } from 'node:fs'
import { MailError } from '../../domain/errors.ts'
import { openingViews, themeWords } from '../../domain/settings/terminal-settings.ts'
import { type Fields, flagName } from '../../input/input.ts'
import { type Globals, globalFields } from './globals.ts'
import { type Flag, type Flags, fileFlag, flagsOf } from './known-flags.ts'
import { textOf } from './output.ts'
import { helpHint } from './spelling.ts'
import { type OptionToken, tokensOf } from './tokens.ts'
import { unknownFlag } from './unknown-flag.ts'

export type Raw = { readonly [name: string]: unknown }
export type Parsed = { readonly globals: Globals; readonly input: Raw }

type Collected = Record<string, (string | boolean)[]>

/**
 * Reads a command's words by its fields: flags, then bare words for the positional fields in the order of their
 * declaration, a list taking the rest. A lone `-` is standard input. What follows `--` belongs to the field that is taken
 * word for word, if the command has one.
 * @throws MailError `usage`, telling every wrong word at once
 */
export function parseFlags(
  fields: Fields,
  args: readonly string[],
  readStdin: () => string,
  command: string,
): Parsed {
  const flags = flagsOf(fields, globalFields)
  const collected: Collected = {}
  const bodies = new Map<string, string[]>()
  const words: string[] = []
  const rest: string[] = []
  const verbatim = Object.keys(fields).find((name) => fields[name]?.verbatim)
  const problems: string[] = []
  const dashed = () => Object.values(fields).some((field) => field.dashed)
  for (const token of tokensOf(args, flags, dashed)) {
    if (token.kind !== 'option') {
      ;(token.kind === 'rest' && verbatim ? rest : words).push(token.value)
      continue
    }
    const flag = flags.long(token.name)
    const problem = flag === undefined ? negated(token, flags, collected) : valueProblem(token, flag, flags)
    if (problem !== null) problems.push(problem)
    else if (flag?.file) push(bodies, flag.name, token.value ?? '')
    else if (flag) (collected[flag.name] ??= []).push(token.value ?? true)
  }
  place(fields, words, collected, problems)
  if (verbatim && rest.length > 0) (collected[verbatim] ??= []).push(...rest)
  problems.push(...twiceGiven(fields, collected))
  if (problems.length > 0) throw new MailError('usage', problems.join(' '), helpHint(command))
  return {
    globals: globalsOf(collected),
    input: inputOf(fields, collected, bodies, once(readStdin)),
  }
}

/** `--no-watched` negates the flag `--watched`. Any other unknown flag is a problem. */
function negated(token: OptionToken, flags: Flags, collected: Collected): string | null {
  const flag = token.name.startsWith('no-') ? flags.long(token.name.slice(3)) : undefined
  if (flag?.field.kind === 'flag' && token.value === undefined && !(flag.name in globalFields)) {
    ;(collected[flag.name] ??= []).push(false)
    return null
  }
  return unknownFlag(token, flags)
}

function valueProblem(token: OptionToken, { field }: Flag, flags: Flags): string | null {
  if (field.kind === 'flag')
    return token.value === undefined
      ? null
      : `${token.rawName} does not take a value, but got ${token.value}.`
  if (token.value === undefined) return `${token.rawName} needs a value (${field.placeholder}).`
  const isFlag = !token.inline && spellsFlag(token.value, flags)
  return isFlag
    ? `${token.rawName} needs a value. If ${token.value} is the value, write ${token.rawName}=${token.value}.`
    : null
}

/** Text may begin with a dash, as lists in Markdown do; only what is a flag of this command is taken for one. */
function spellsFlag(text: string, flags: Flags): boolean {
  if (!text.startsWith('-')) return false
  if (text.startsWith('--'))
    return text === '--' || flags.long(text.slice(2).split('=', 1)[0] ?? '') !== undefined
  return text.length === 2 && flags.short(text.slice(1)) !== undefined
}

function place(fields: Fields, words: readonly string[], collected: Collected, problems: string[]): void {
  if (words.length === 0) return
  const names = Object.keys(fields)
  const body = names.find((name) => fields[name]?.stdin)
  const rest = words.filter((word) => word !== '-' || body === undefined)
  for (let dashes = words.length - rest.length; dashes > 0 && body !== undefined; dashes -= 1)
    (collected[body] ??= []).push('-')
  for (const name of names) {
    const field = fields[name]
    if (!field?.positional || rest.length === 0) continue
    if (!field.many && collected[name]) continue
    const taken = field.many ? rest.splice(0) : rest.splice(0, 1)
    ;(collected[name] ??= []).push(...taken)
  }
  if (rest.length > 0) problems.push(`Unexpected argument: ${rest.map((word) => `"${word}"`).join(', ')}.`)
}

/** Of two texts, one would be lost silently. For options of style, the later one counts. */
function twiceGiven(fields: Fields, collected: Collected): readonly string[] {
  const twice = Object.keys(collected).filter((name) => {
    const field = fields[name]
    if (field === undefined || field.many || field.stdin || (collected[name]?.length ?? 0) < 2) return false
    return field.kind === 'text' || field.kind === 'json'
  })
  return twice.map((name) => `--${flagName(name)} can be given only once.`)
}

function inputOf(
  fields: Fields,
  collected: Collected,
  files: ReadonlyMap<string, readonly string[]>,
  stdin: () => string,
): Raw {
  const input: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) {
    const field = fields[name]
    const given = collected[name]
    // Missing fields are skipped early: there may be thirty of them for three that were given.
    if (field === undefined || (given === undefined && !field.stdin)) continue
    const values = given ?? []
    const paths = files.get(name) ?? []
    if (field.stdin && values.length + paths.length > 1)
      throw new MailError(
        'usage',
        `The ${name} can be given only once.`,
        `Use one of --${flagName(name)}, --${fileFlag(name)} and -.`,
      )
    const [path] = paths
    if (path !== undefined) input[name] = path === '-' ? stdin() : readText(path)
    else if (field.stdin && (values[0] === '-' || (field.piped && values.length === 0))) input[name] = stdin()
    else if (field.many)
      input[name] = values.flatMap((value): readonly unknown[] =>
        value === '-' && !field.verbatim ? wordsOf(stdin()) : [value],
      )
    else input[name] = values.at(-1)
  }
  return input
}

/** A list on standard input: words, as `watchpost search … | …` would give them. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

function readText(path: string): string {
  try {
    return textOf(readFileSync(path), 'The file')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new MailError(
      'usage',
      `${path} cannot be read: ${reason}`,
      'Give an existing file with --body-file PATH.',
    )
  }
}

function globalsOf(collected: Collected): Globals {
  const last = (name: string) => {
    const value = collected[name]?.at(-1)
    return typeof value === 'string' ? value : undefined
  }
  const has = (name: string) => collected[name] !== undefined
  return {
    json: has('json'),
    store: last('store'),
    allowNetworkFilesystem: has('allowNetworkFilesystem'),
    as: last('as'),
    noColor: has('noColor'),
    readOnly: has('readOnly'),
    accessible: has('accessible'),
    theme: wordOf(themeWords, 'theme', last('theme')),
    open: wordOf(openingViews, 'view', last('open')),
    quiet: has('quiet'),
    help: has('help'),
    version: has('version'),
  }
}

/** @throws MailError `usage` */
function wordOf<Word extends string>(
  words: readonly Word[],
  what: string,
  word: string | undefined,
): Word | undefined {
  if (word === undefined) return undefined
  const known = words.find((one) => one === word)
  if (known === undefined)
    throw new MailError('usage', `Unknown ${what}: ${word}.`, `Use one of ${words.join(', ')}.`)
  return known
}

function push(map: Map<string, string[]>, name: string, value: string): void {
  map.set(name, [...(map.get(name) ?? []), value])
}

function once(read: () => string): () => string {
  let text: string | undefined
  return () => (text ??= read())
}
