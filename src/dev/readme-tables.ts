import { builtins } from '../faces/cli/builtin-commands.ts'
import { exitCodes } from '../faces/cli/exit.ts'
import { writingKeys } from '../faces/tui/form/form-keys.ts'
import { keymap, type Scope } from '../faces/tui/keymap.ts'
import { actionOf } from '../faces/tui/keys/actions.ts'
import { profileNames, profiles } from '../faces/tui/keys/profiles.ts'
import { catalogue, groups, loadOperation, operationNames } from '../operations/catalogue.ts'

/** README's generated tables by the name of their markers. */
export async function readmeTables(): Promise<Readonly<Record<string, string>>> {
  return { commands: await commandTable(), exits: exitTable(), keys: keyTable(), profiles: profileTable() }
}

/** README with each generated table put between its markers. @throws Error when a marker is missing */
export function withTables(readme: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(start), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`README has no markers ${start} … ${end}`)
    return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`
  }, readme)
}

async function commandTable(): Promise<string> {
  const rows: string[][] = []
  for (const group of groups) {
    for (const name of operationNames.filter((known) => catalogue[known].group === group)) {
      rows.push([`\`${catalogue[name].command}\``, (await loadOperation(name)).summary, group])
    }
  }
  for (const { command, summary } of builtins) rows.push([`\`${command}\``, summary, 'Program'])
  return table(['command', 'does', 'group'], rows)
}

const meanings: Readonly<Record<number, string>> = {
  1: 'nothing to hand over',
  2: 'the command line is wrong',
  3: 'not found, unknown recipient',
  4: 'conflict: status, lease, ambiguity',
  5: 'the store is busy',
  6: 'the store is damaged, or of a newer version',
  7: 'not allowed',
  8: 'done in part',
  70: 'a fault of ours',
  124: 'the wait timed out',
}

function exitTable(): string {
  const codes = [...new Set(Object.values(exitCodes))].toSorted((a, b) => a - b)
  const words = (code: number) =>
    Object.entries(exitCodes).flatMap(([word, exit]) => (exit === code ? [`\`${word}\``] : []))
  return table(
    ['exit code', 'means', 'error codes'],
    [['0', 'done', ''], ...codes.map((code) => [String(code), meanings[code] ?? '', words(code).join(' ')])],
  )
}

const places: Readonly<Record<Scope, string>> = {
  everywhere: 'everywhere',
  list: 'roster, inbox',
  mail: 'inbox, thread',
  inbox: 'inbox',
  thread: 'thread',
  queue: 'a queue',
  channel: 'a channel',
  group: 'a group',
  found: 'searched or filtered',
  saved: 'saved search',
  agent: 'where an agent is',
  help: 'help',
  sheet: 'metrics, timeline',
  choice: 'what can be opened',
}

function keyTable(): string {
  const bindings = keymap.filter(({ scope }) => scope !== 'help')
  const panes = bindings.map(({ keys, help, scope, intent }) => [
    keysIn(keys),
    help,
    places[scope],
    `\`${scope}.${actionOf(intent)}\``,
  ])
  const writing = writingKeys().map(({ keys, help }) => [keysIn(keys), help, 'while one writes', ''])
  return table(['keys', 'do', 'where', 'in the settings'], [...panes, ...writing])
}

function keysIn(keys: readonly string[]): string {
  return keys.map((key) => `\`${key.replaceAll(' ', '')}\``).join(' ')
}

/** What a profile has in the place of the table's keys. */
function profileTable(): string {
  const rows = profileNames.flatMap((profile) =>
    Object.entries(profiles[profile]).flatMap(([scope, actions]) =>
      Object.entries(actions).map(([action, keys]) => [
        profile,
        `\`${scope}.${action}\``,
        keys.map((key: string) => `\`${key.replaceAll(' ', '')}\``).join(' '),
      ]),
    ),
  )
  return table(['profile', 'in the settings', 'keys'], rows)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
