import { type Mailbox, openMailbox } from '../../mailbox.ts'
import { catalogue, findCommand, loadOperation, operationNames } from '../../operations/catalogue.ts'
import type { Field, Fields } from '../../operations/input.ts'
import { flagName } from '../../operations/input.ts'
import { titleOf } from '../present.ts'
import { builtins, findBuiltin } from './builtin-commands.ts'
import { fileFlag } from './flags.ts'
import { globalFields, splitLine } from './globals.ts'
import type { Host } from './host.ts'

type Candidate = readonly [word: string, what: string]

const most = 50

/**
 * What may stand where the last of these words is being written: one candidate a line, its meaning after a tab.
 * The shells' scripts ask this on every Tab, so it is quick, and silent when there is no store.
 */
export async function complete(host: Host, args: readonly string[]): Promise<string> {
  const words = args[0] === '--' ? args.slice(1) : args
  const typed = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const candidates = await candidatesFor(host, before, typed).catch((): readonly Candidate[] => [])
  return candidates
    .filter(([word]) => word.toLowerCase().startsWith(typed.toLowerCase()))
    .map(([word, what]) => `${word}\t${what.replace(/\s+/gu, ' ')}\n`)
    .join('')
}

async function candidatesFor(
  host: Host,
  before: readonly string[],
  typed: string,
): Promise<readonly Candidate[]> {
  const line = splitLine(before)
  const [first = ''] = line.words
  const found = findCommand(line.words)
  const family = operationNames.filter((name) => catalogue[name].command.startsWith(`${first} `))
  if (found === undefined && family.length > 0)
    return Promise.all(family.map((name) => commandRow(name, first.length + 1)))
  const fields = found === undefined ? findBuiltin(first)?.input : (await loadOperation(found.name)).input
  if (fields === undefined) return first === '' ? commandRows() : []
  const valued = valueField(fields, before.at(-1) ?? '')
  if (valued !== undefined) return valuesOf(host, valued)
  if (typed.startsWith('-')) return flagRows(fields)
  const words = Object.values(fields).filter(({ positional }) => positional)
  const at = line.without(found?.used ?? 1).filter((word) => !word.startsWith('-')).length
  const field = words[Math.min(at, words.length - 1)]
  return field === undefined ? flagRows(fields) : valuesOf(host, field)
}

async function commandRows(): Promise<readonly Candidate[]> {
  const singles = operationNames.filter((name) => !catalogue[name].command.includes(' '))
  const rows = await Promise.all(singles.map((name) => commandRow(name, 0)))
  const families = new Map<string, string>()
  for (const name of operationNames) {
    const { command, group } = catalogue[name]
    if (command.includes(' ')) families.set(command.split(' ')[0] ?? '', group)
  }
  return [...rows, ...families, ...builtins.map(({ command, summary }): Candidate => [command, summary])]
}

async function commandRow(name: (typeof operationNames)[number], from: number): Promise<Candidate> {
  return [catalogue[name].command.slice(from), (await loadOperation(name)).summary]
}

function valueField(fields: Fields, previous: string): Field<unknown> | undefined {
  const all = Object.entries<Field<unknown>>({ ...fields, ...globalFields })
  const found = all.find(
    ([name, { short }]) => previous === `--${flagName(name)}` || (short !== null && previous === `-${short}`),
  )?.[1]
  return found?.kind === 'flag' ? undefined : found
}

function flagRows(fields: Fields): readonly Candidate[] {
  return Object.entries<Field<unknown>>({ ...fields, ...globalFields }).flatMap(([name, field]) => [
    [`--${flagName(name)}`, field.help] as const,
    ...(field.stdin ? [[`--${fileFlag(name)}`, 'From a file'] as const] : []),
  ])
}

async function valuesOf(host: Host, field: Field<unknown>): Promise<readonly Candidate[]> {
  if (field.words.length > 0) return field.words.map((word) => [word, field.help])
  if (field.completes === null || field.completes === 'file') return []
  const opening = { store: undefined, as: undefined, command: 'completion', unregistered: true }
  const mailbox = openMailbox(await host.open(opening))
  if (field.completes === 'message') return messages(mailbox)
  if (field.completes === 'draft') return drafts(mailbox)
  if (field.completes === 'group') return groups(mailbox)
  if (field.completes === 'queue') return queues(mailbox)
  if (field.completes === 'channel') return channels(mailbox)
  const agents = await addresses(mailbox)
  return field.completes === 'agent' ? agents : [...agents, ...(await places(mailbox))]
}

async function addresses(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { agents } = await mailbox.listAgents({ limit: most })
  return agents.map(({ address, role, kind }) => [address, role ?? kind])
}

/** What can be written to besides agents, as it is addressed. */
async function places(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const prefixed =
    (prefix: string) =>
    ([name, what]: Candidate): Candidate => [`${prefix}:${name}`, what]
  return [
    ['all', 'every living agent but yourself'],
    ...(await groups(mailbox)).map(prefixed('group')),
    ...(await queues(mailbox)).map(prefixed('queue')),
    ...(await channels(mailbox)).map(prefixed('channel')),
  ]
}

async function groups(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { groups: rows } = await mailbox.listGroups({ limit: most })
  return rows.map(({ name, members }) => [name, members.join(', ')])
}

async function queues(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { queues: rows } = await mailbox.listQueues({ limit: most })
  return rows.map(({ name, status, available }) => [name, `${status}, ${available} available`])
}

async function channels(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { channels: rows } = await mailbox.listChannels({ limit: most })
  return rows.map(({ name, status, subscribers }) => [name, `${status}, ${subscribers.length} subscribed`])
}

async function messages(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { messages: rows } = await mailbox.inbox({ limit: most })
  return rows.map((message) => [message.id, `${message.from}: ${titleOf(message)}`])
}

async function drafts(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { drafts: rows } = await mailbox.listDrafts({ limit: most })
  return rows.map(({ id, operation }) => [id, operation])
}

const scripts: Readonly<Record<string, string>> = {
  bash: `_watchpost() {
  local IFS=$'\\n' words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=($(watchpost __complete -- "\${words[@]}" 2>/dev/null | cut -f1))
  [ \${#COMPREPLY[@]} -eq 0 ] && compopt -o default 2>/dev/null
}
complete -F _watchpost watchpost
`,
  zsh: `#compdef watchpost
_watchpost() {
  local -a rows
  local row
  for row in "\${(@f)$(watchpost __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $row ]] && rows+=("\${\${row%%$'\\t'*}//:/\\\\:}:\${row#*$'\\t'}")
  done
  if (( \${#rows} )); then _describe watchpost rows; else _files; fi
}
compdef _watchpost watchpost
`,
  fish: `complete -c watchpost -f -a '(watchpost __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

export function completionScript(shell: string): string {
  return scripts[shell] ?? ''
}
