import { type Address, parseAddress, requireAgentName } from './domain/address.ts'
import { MailError } from './domain/errors.ts'
import { parseDuration } from './domain/moment.ts'
import { nearestNames } from './domain/nearest.ts'
import { defaultSettings, type Settings } from './domain/settings.ts'
import { parseYaml, type YamlEntry, type YamlValue } from './domain/yaml.ts'

/** A file of settings. What starts programs counts only in the user's own, never in one that came with a project. */
export type SettingsFile = { readonly path: string; readonly text: string; readonly own: boolean }

/** Spelled right is all they have to be: other parts of the program give them their meaning. */
const readElsewhere: Readonly<Record<string, readonly string[]>> = {
  '': ['orchestration', 'keys', 'theme', 'notices', 'types', 'serve'],
  mailbox: [
    'base_dir',
    'evidence_required',
    'max_rounds_per_topic',
    'escalate_on_deadlock',
    'deadlock_threshold',
    'escalate_topics',
  ],
}
/** Programs to start. */
const usersOwn = ['editor', 'opener', 'handlers']

type Read<T> = (value: YamlValue, tell: (expected: string) => never) => T
/** What one file says, by the setting's path; absent is unsaid. */
type Said = { readonly [path: string]: unknown }

const leaves = {
  swarm: swarmName,
  durability: oneOf(['normal', 'full']),
  'archive.beyond': wholeNumber,
  'mailbox.archive_after': duration,
  'mailbox.max_queue_size': wholeNumber,
  'patrol.silent_after': duration,
  'patrol.overdue_after': duration,
  'redispatch.promote_after': wholeNumber,
  'redispatch.promote_to': agentName,
} as const satisfies Readonly<Record<string, Read<unknown>>>
type Leaf = keyof typeof leaves

/**
 * The settings of several files, the first that says something deciding.
 * @throws MailError `usage`, beginning with file and line
 */
export function settingsOf(files: readonly SettingsFile[]): Settings {
  const said = files.map(readFile)
  const find = <K extends Leaf, D>(path: K, fallback: D): ReturnType<(typeof leaves)[K]> | D => {
    const found = said.map((one) => one[path]).find((value) => value !== undefined)
    return found === undefined ? fallback : (found as ReturnType<(typeof leaves)[K]>)
  }
  const { swarm, durability, archive, mailbox, patrol, redispatch } = defaultSettings
  return {
    swarm: find('swarm', swarm),
    durability: find('durability', durability),
    archive: { beyond: find('archive.beyond', archive.beyond) },
    mailbox: {
      archiveAfter: find('mailbox.archive_after', mailbox.archiveAfter),
      maxQueueSize: find('mailbox.max_queue_size', mailbox.maxQueueSize),
    },
    budgets: Object.assign({}, ...said.map(({ budgets }) => budgets).reverse()) as Settings['budgets'],
    patrol: {
      silentAfter: find('patrol.silent_after', patrol.silentAfter),
      overdueAfter: find('patrol.overdue_after', patrol.overdueAfter),
    },
    redispatch: {
      promoteAfter: find('redispatch.promote_after', redispatch.promoteAfter),
      promoteTo: find('redispatch.promote_to', redispatch.promoteTo),
    },
  }
}

function readFile(file: SettingsFile): Said {
  const said: { [path: string]: unknown } = {}
  const names = [...new Set(Object.keys(leaves).map((path) => path.split('.')[0] ?? path))]
  const blocks = names.filter((name) => !(name in leaves))
  const known = [...names, 'budgets', ...(readElsewhere[''] ?? []), ...usersOwn]
  for (const entry of parseYaml(file.text, file.path)) {
    requireKnown(file, entry, known, '')
    if (usersOwn.includes(entry.key) && !file.own) throw notHere(file, entry)
    if (entry.key === 'budgets') said['budgets'] = readBudgets(file, entry)
    else if (blocks.includes(entry.key)) readBlock(file, entry, said)
    else if (entry.key in leaves) said[entry.key] = readLeaf(file, entry, entry.key as Leaf)
  }
  return said
}

function readBlock(file: SettingsFile, block: YamlEntry, said: { [path: string]: unknown }): void {
  const own = Object.keys(leaves).filter((path) => path.startsWith(`${block.key}.`))
  const keys = own.map((path) => path.slice(block.key.length + 1))
  for (const entry of entriesOf(file, block)) {
    requireKnown(file, entry, [...keys, ...(readElsewhere[block.key] ?? [])], block.key)
    const path = `${block.key}.${entry.key}`
    if (path in leaves) said[path] = readLeaf(file, entry, path as Leaf)
  }
}

function readBudgets(file: SettingsFile, block: YamlEntry): Settings['budgets'] {
  const budgets = entriesOf(file, block).map(
    (entry) => [entry.key, wholeNumber(entry.value, teller(file, entry, `budgets.${entry.key}`))] as const,
  )
  return Object.fromEntries(budgets)
}

/** A block without anything in it says nothing. */
function entriesOf(file: SettingsFile, { key, line, value }: YamlEntry): readonly YamlEntry[] {
  if (value.type === 'map') return value.entries
  if (value.type === 'text' && value.text === '') return []
  throw new MailError(
    'usage',
    `${file.path}:${line}: ${key} is a block of settings, not one value.`,
    'Write its settings below it, each indented by two spaces.',
  )
}

function readLeaf(file: SettingsFile, entry: YamlEntry, path: Leaf): unknown {
  return leaves[path](entry.value, teller(file, entry, path))
}

function teller(file: SettingsFile, { line, value }: YamlEntry, path: string): (expected: string) => never {
  return (expected) => {
    const given = value.type === 'text' ? value.text || 'empty' : `a ${value.type}`
    throw new MailError('usage', `${file.path}:${line}: ${path} is ${given}.`, `It is ${expected}.`)
  }
}

function requireKnown(
  file: SettingsFile,
  { key, line }: YamlEntry,
  known: readonly string[],
  block: string,
): void {
  if (known.includes(key)) return
  const near = nearestNames(key, known, 1)
  throw new MailError(
    'usage',
    `${file.path}:${line}: there is no setting ${block === '' ? key : `${block}.${key}`}.`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : `The settings here are ${known.join(', ')}.`,
  )
}

function notHere({ path }: SettingsFile, { key, line }: YamlEntry): MailError {
  return new MailError(
    'usage',
    `${path}:${line}: ${key} names a program to start, which a store's settings may not.`,
    'Set it in config.yaml of your own configuration folder.',
  )
}

function oneOf<const W extends readonly string[]>(words: W): Read<W[number]> {
  return (value, tell) =>
    words.find((word) => value.type === 'text' && value.text === word) ?? tell(words.join(' or '))
}

function wholeNumber(value: YamlValue, tell: (expected: string) => never): number {
  if (value.type !== 'text' || !/^\d{1,15}$/u.test(value.text)) return tell('a whole number')
  return Number(value.text)
}

function swarmName(value: YamlValue, tell: (expected: string) => never): string {
  const address = readAddress(value.type === 'text' ? `swarm:${value.text}` : '')
  return address?.type === 'swarm' ? address.swarm : tell('one word such as swarm_dev')
}

function readAddress(text: string): Address | null {
  try {
    return parseAddress(text)
  } catch {
    return null
  }
}

function agentName(value: YamlValue, tell: (expected: string) => never): string {
  try {
    return requireAgentName(value.type === 'text' ? value.text : '').name
  } catch {
    return tell("an agent's address such as gastown/crew/max")
  }
}

function duration(value: YamlValue, tell: (expected: string) => never): number {
  const read = value.type === 'text' ? parseDuration(value.text) : undefined
  return read === undefined || read === 0 ? tell('a length of time such as 90s, 15m, 4h or 7d') : read
}
