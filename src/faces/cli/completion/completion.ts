import { sanitizeLine } from '../../../domain/sanitize.ts'
import type { Field, Fields } from '../../../input/input.ts'
import { flagName } from '../../../input/input.ts'
import {
  catalogue,
  listedGroups,
  loadOperation,
  type OperationName,
  operationNames,
} from '../../../operations/catalogue.ts'
import { summaries } from '../../../operations/summaries.ts'
import { builtins, findBuiltin } from '../builtin-commands.ts'
import { everyday } from '../everyday.ts'
import { findNamed } from '../find-operation.ts'
import { commonFields, globalFields, screenFields, splitLine } from '../globals.ts'
import type { Host } from '../host.ts'
import { fileFlag } from '../known-flags.ts'
import { readBashLine, writeForBash } from './completion-bash.ts'
import { begins, type Candidate, valuesOf } from './completion-values.ts'

export { completionScript } from './completion-scripts.ts'

/** No command at all, and the one that shows the inbox on a demo swarm. */
const opensScreen: ReadonlySet<string> = new Set(['', 'demo'])

/** Characters that no shell can write on one line, and no name contains. */
const unwritable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * The candidates for the last of these words: one a line, its meaning after a tab. After
 * `--bash` come the typed line and its word breaks: then each candidate is quoted for bash.
 * The shells' scripts ask this on every Tab, so it is quick, and silent when there is no store.
 */
export async function complete(host: Host, args: readonly string[]): Promise<string> {
  if (args[0] === '--bash') return completeBash(host, args[1] ?? '', args[2] ?? '')
  const rows = await candidates(host, args[0] === '--' ? args.slice(1) : args)
  return rows.map(([word, what]) => `${word}\t${sanitizeLine(what)}\n`).join('')
}

async function completeBash(host: Host, written: string, breaks: string): Promise<string> {
  const line = readBashLine(written, breaks)
  const rows = await candidates(host, line.words.slice(1))
  return rows
    .map(([word]) => writeForBash(word, line))
    .filter((word) => word !== null)
    .map((word) => `${word}\n`)
    .join('')
}

async function candidates(host: Host, words: readonly string[]): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? ''
  const all = await candidatesFor(host, words.slice(0, -1), typed).catch((): readonly Candidate[] => [])
  return all.filter(([word]) => begins(word, typed) && !unwritable.test(word))
}

async function candidatesFor(
  host: Host,
  before: readonly string[],
  typed: string,
): Promise<readonly Candidate[]> {
  const line = splitLine(before)
  const [first = ''] = line.words
  const found = findNamed(line.words)
  const begun = [line.words.join(' '), first].find((some) => familyOf(some).length > 0) ?? first
  const opening = {
    store: givenFlag(before, 'store'),
    as: givenFlag(before, 'as'),
    allowNetworkFilesystem: before.includes('--allow-network-filesystem'),
  }
  const values = (field: Field<unknown>, begun: string) => valuesOf(host, opening, field, begun)
  const builtin = found === undefined ? findBuiltin(line.words) : undefined
  const fields = found === undefined ? builtin?.input : (await loadOperation(found.name)).input
  const valued = valueField(fields ?? {}, before.at(-1) ?? '')
  if (valued !== undefined) return values(valued, typed)
  if (found === undefined && familyOf(begun).length > 0) return nextWords(begun, typed)
  if (fields === undefined && first !== '') return []
  const inline = /^(--[a-z-]+=)(.*)$/su.exec(typed)
  if (inline !== null) return inlineValues(fields ?? {}, inline[1] ?? '', inline[2] ?? '', values)
  const flags = () =>
    flagRows({ ...fields, ...commonFields, ...(opensScreen.has(first) ? screenFields : {}) })
  if (typed.startsWith('-')) return flags()
  if (fields === undefined) return typed === '' ? everydayRows : commandRows()
  const words = Object.values(fields).filter(({ positional }) => positional)
  const at = wordsBefore(line.without(found?.used ?? builtin?.command.split(' ').length ?? 1), fields)
  const field = words[Math.min(at, words.length - 1)]
  return field === undefined ? flags() : values(field, typed)
}

/** The number of words that are neither flags nor their values. */
function wordsBefore(args: readonly string[], fields: Fields): number {
  return args.filter(
    (word, at) => !word.startsWith('-') && valueField(fields, args[at - 1] ?? '') === undefined,
  ).length
}

/** A global flag that is already on the line. */
function givenFlag(before: readonly string[], name: string): string | undefined {
  const at = before.lastIndexOf(`--${name}`)
  const inline = before.findLast((word) => word.startsWith(`--${name}=`))
  return inline?.slice(name.length + 3) ?? (at < 0 ? undefined : before[at + 1])
}

/** `--priority=hi`: the flag comes along with each value. */
async function inlineValues(
  fields: Fields,
  flag: string,
  begun: string,
  values: (field: Field<unknown>, begun: string) => Promise<readonly Candidate[]>,
): Promise<readonly Candidate[]> {
  const field = valueField(fields, flag.slice(0, -1))
  const rows = field === undefined ? [] : await values(field, begun)
  return rows.map(([word, what]) => [`${flag}${word}`, what])
}

/** So few that they can be read. The others are offered once a letter is typed. */
const everydayRows: readonly Candidate[] = [...everyday, ['help', 'List all commands with `help all`']]

function commandRows(): readonly Candidate[] {
  const singles = operationNames.filter((name) => !catalogue[name].command.includes(' '))
  const rows = singles.map((name) => commandRow(name, 0))
  const families = new Map<string, string>()
  for (const name of operationNames) {
    const { command, group } = catalogue[name]
    const [family = ''] = command.split(' ')
    if (command !== family && !singles.some((one) => catalogue[one].command === family))
      families.set(family, group)
  }
  return [...rows, ...families, ...builtins.map(({ command, summary }): Candidate => [command, summary])]
}

function familyOf(begun: string): readonly OperationName[] {
  return operationNames.filter((name) => catalogue[name].command.startsWith(`${begun} `))
}

/** The word that comes next in each command that begins so: its summary, or the group of those that go on. */
function nextWords(begun: string, typed: string): readonly Candidate[] {
  const names = familyOf(begun).filter((name) => typed !== '' || listedGroups.includes(catalogue[name].group))
  const rows = names.map((name) => commandRow(name, begun.length + 1))
  return [
    ...new Map(
      rows.map(([rest, summary], at): Candidate => {
        const [word = ''] = rest.split(' ')
        const group = names[at] === undefined ? '' : catalogue[names[at]].group
        return [word, word === rest ? summary : group]
      }),
    ),
  ]
}

function commandRow(name: OperationName, from: number): Candidate {
  return [catalogue[name].command.slice(from), summaries[name]]
}

function valueField(fields: Fields, previous: string): Field<unknown> | undefined {
  const all = Object.entries<Field<unknown>>({ ...fields, ...globalFields })
  const found = all.find(
    ([name, { short }]) => previous === `--${flagName(name)}` || (short !== null && previous === `-${short}`),
  )?.[1]
  return found?.kind === 'flag' ? undefined : found
}

function flagRows(fields: Fields): readonly Candidate[] {
  return Object.entries<Field<unknown>>(fields).flatMap(([name, field]) => [
    [`--${flagName(name)}`, field.help] as const,
    ...(field.stdin ? [[`--${fileFlag(name)}`, 'From a file'] as const] : []),
  ])
}
