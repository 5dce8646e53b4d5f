import { harnesses } from '../domain/harness.ts'
import { codingAgents } from '../domain/setup-tools.ts'
import { builtins } from '../faces/cli/builtin-commands.ts'
import type { System } from '../faces/cli/compat/foreign.ts'
import { exitCodes } from '../faces/cli/exit.ts'
import { agentMailTools, refusedAgentMailTools } from '../faces/mcp/agent-mail.ts'
import { keymap } from '../faces/tui/commands/index.ts'
import { profileNames, profiles } from '../faces/tui/commands/keys/profiles.ts'
import { writingKeys } from '../faces/tui/compose/form/form-keys.ts'
import type { Scope } from '../faces/tui/keymap.ts'
import { catalogue, groups, loadOperation, operationNames } from '../operations/catalogue.ts'
import type { Surroundings } from '../setup/file-change.ts'
import { programs } from '../setup/programs.ts'
import { drivers } from './live/drivers.ts'
import { scenes } from './live/scenes.ts'

/** The commands by group, each linked to its own section. */
export async function commandTable(): Promise<string> {
  const sections: string[] = []
  for (const group of groups) {
    const names = operationNames.filter((known) => catalogue[known].group === group)
    const rows = names.map(async (name) => [catalogue[name].command, (await loadOperation(name)).summary])
    sections.push(sectionOf(group, await Promise.all(rows)))
  }
  const own = builtins.map(({ command, summary }) => [command, summary])
  return [...sections, sectionOf('Program', own)].join('\n\n')
}

function sectionOf(group: string, rows: readonly (readonly string[])[]): string {
  const linked = rows.map(([command = '', summary = '']) => [
    `[\`${command}\`](#${command.replaceAll(' ', '-')})`,
    summary,
  ])
  return `**${group}**\n\n${table(['command', 'does'], linked)}`
}

const meanings: Readonly<Record<number, string>> = {
  1: 'There is nothing to show or to claim',
  2: 'The command line is wrong',
  3: 'A message, agent or recipient was not found, or there is no store',
  4: 'Conflict: the status changed, another agent has the lease, a name is ambiguous, or a shared store needs `watchpost upgrade`',
  5: 'The store is locked, or the disk is full',
  6: 'The store is damaged, or a newer version wrote it',
  7: 'Not allowed; also a store that you have not trusted',
  8: 'Done in part',
  9: 'No SQLite driver can be loaded',
  70: 'A bug in watchpost',
  124: 'The wait timed out',
}

export function exitTable(): string {
  const codes = [...new Set(Object.values(exitCodes))].toSorted((a, b) => a - b)
  const words = (code: number) =>
    Object.entries(exitCodes).flatMap(([word, exit]) => (exit === code ? [`\`${word}\``] : []))
  const rows = codes.map((code) => [String(code), meaningOf(code), words(code).join(' ')])
  return table(['exit code', 'means', 'error codes'], [['0', 'Done', ''], ...rows])
}

/** @throws Error for a code without words, so that no new one stays unexplained */
function meaningOf(code: number): string {
  const meaning = meanings[code]
  if (meaning === undefined) throw new Error(`exit code ${code} has no meaning in doc-tables.ts`)
  return meaning
}

const places: Readonly<Record<Scope, string>> = {
  everywhere: 'everywhere',
  list: 'roster, inbox',
  mail: 'inbox, thread',
  inbox: 'inbox',
  thread: 'thread',
  loop: 'a loop in Attention',
  queue: 'a queue',
  channel: 'a channel',
  group: 'a group',
  found: 'search results, filtered list',
  saved: 'saved search',
  agent: 'an agent selected',
  mailbox: 'the mailbox of another agent',
  debated: 'a debate in the roster, a list, a thread',
  help: 'help',
  sheet: 'metrics, what you missed',
  choice: 'list of links and attachments',
  journal: 'journal of changes',
  fleet: 'board of the fleet',
  'agent-page': "an agent's page",
  debates: 'board of debates',
  debate: 'a debate',
  tasks: 'board of tasks',
  queues: 'board of queues',
  stores: 'board of stores',
  'all-attention': 'Attention of all stores',
  timeline: 'timeline of an agent',
}

export function keyTable(): string {
  const bindings = keymap.filter(({ scope }) => scope !== 'help')
  const panes = bindings.map(({ keys, help, scope, name }) => [
    keysIn(keys),
    help,
    places[scope],
    `\`${scope}.${name}\``,
  ])
  const writing = writingKeys().map(({ keys, help }) => [keysIn(keys), help, 'while writing', ''])
  return table(['keys', 'action', 'where', 'name in the settings'], [...panes, ...writing])
}

function keysIn(keys: readonly string[]): string {
  return keys.map((key) => `\`${key.replaceAll(' ', '')}\``).join(' ')
}

/** The keys that a profile has instead of those of the table. */
export function profileTable(): string {
  const rows = profileNames.flatMap((profile) =>
    Object.entries(profiles[profile]).flatMap(([scope, actions]) =>
      Object.entries(actions).map(([action, keys]) => [profile, `\`${scope}.${action}\``, keysIn(keys)]),
    ),
  )
  return table(['profile', 'name in the settings', 'keys'], rows)
}

/** The coding agents that are recognised, and how much their hooks may answer. */
export function harnessTable(): string {
  const rows = harnesses.map(({ name, markers, sessions, hookLimit, page }) => [
    `[${name}](${page})`,
    [...markers, ...sessions].map((variable) => `\`${variable}\``).join(' '),
    hookLimit === null ? '' : `${hookLimit.most.toLocaleString('en')} ${hookLimit.unit}`,
  ])
  return table(['coding agent', 'recognised by', 'limit of one hook answer'], rows)
}

/** A place that every file of a setup is named from. */
const nowhere: Surroundings = {
  program: 'watchpost',
  store: null,
  agent: 'NAME',
  signals: '',
  signal: '/NAME',
  location: '',
  folder: '/project',
  home: '/~',
  codexFolder: '/~/.codex',
  tmuxFile: '',
  link: null,
  permissions: null,
  approvalsWait: 0,
  gitExclude: null,
  isPersonalIgnored: true,
  gitHooks: null,
}

/** The files of each coding agent's setup, what it gets, whether the real program ran with them, and the vendor's pages. */
export function setupTable(): string {
  const rows = codingAgents.map((tool) => {
    const { name, pages, files } = programs[tool]
    const written = files(nowhere, false).filter(({ change }) => change('') !== '')
    const of = (isOwn: boolean) =>
      written
        .filter(({ isPersonal = false }) => isPersonal === isOwn)
        .map(({ path }) => `\`${path.replace(/^\/(?:project\/)?/u, '')}\``)
        .join(', ')
    const gets = ['hooks', 'MCP server', 'instructions'].filter((what) =>
      written.some(({ holds }) => holds.includes(what)),
    )
    const isTried = drivers.some((driver) => driver.name === name)
    const linked = Object.entries(pages).map(([what, page]) => `[${what}](${page})`)
    return [
      `\`setup ${tool}\``,
      name,
      of(false),
      of(true),
      gets.join(', '),
      isTried ? 'yes' : '**not tried live**',
      linked.join(', '),
    ]
  })
  const head = [
    'command',
    'for',
    'files of the project',
    'your own files',
    'it gets',
    'tried live',
    'written from',
  ]
  return table(head, rows)
}

/** What each scene of `npm run live` proves. */
export function sceneTable(): string {
  return table(
    ['scene', 'proves that'],
    scenes.map(({ name, proves }) => [name, proves]),
  )
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The commands of another system in our words, then those that are refused. */
export function foreignTable({ program, commands, refused }: System): string {
  const rows = commands.map(({ command, aliases, ours }) => [
    [command, ...aliases].map((words) => `\`${program} ${words}\``).join(', '),
    ours,
  ])
  const others = refused.map(({ words, why }) => [`\`${program} ${words}\``, why])
  return `${table([program, 'runs'], rows)}\n\n${table(['refused', 'why'], others)}`
}

/** The tools of MCP Agent Mail in our words, then those that are refused. */
export function agentMailTable(): string {
  const rows = agentMailTools.map(({ name, ours }) => [`\`${name}\``, ours])
  return `${table(['tool', 'runs'], rows)}\n\n${table(['refused', 'why'], refusedAgentMailTools)}`
}
