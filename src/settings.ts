import { nearestNames } from './domain/addressing/nearest.ts'
import { isMailError, MailError } from './domain/errors.ts'
import { type HandoffTemplate, readHandoffTemplates } from './domain/handoff-templates.ts'
import { own } from './domain/own.ts'
import type { ProtocolType } from './domain/protocol/protocol-types.ts'
import { readTypes } from './domain/protocol/type-settings.ts'
import { readNotify } from './domain/settings/notify-settings.ts'
import { readOwnCommands } from './domain/settings/own-commands.ts'
import { type OwnTheme, readOwnThemes } from './domain/settings/own-themes.ts'
import { type Leaf, leaves } from './domain/settings/setting-leaves.ts'
import { texts, wholeNumber } from './domain/settings/setting-readers.ts'
import { defaultSettings, type NotifySettings, type Settings } from './domain/settings/settings.ts'
import { type ScreenSettings, terminalSettings, themeWords } from './domain/settings/terminal-settings.ts'
import { parseYaml, type YamlEntry } from './domain/settings/yaml.ts'

/** A file of settings. Some count only in the user's own file, never in one that came with a project. */
export type SettingsFile = { readonly path: string; readonly text: string; readonly own: boolean }

/** Spelled right is all they have to be: other parts of the program give them their meaning. */
const readElsewhere: Readonly<Record<string, readonly string[]>> = {
  '': ['keys', 'serve'],
}
/** The settings that count only in the user's own file, and the reasons. */
const usersOwn: Readonly<Record<string, string>> = {
  editor: 'names a program to start',
  opener: 'names a program to start',
  handlers: 'names programs to start',
  commands: 'names programs to start',
  notify: 'names programs to start',
  themes: 'could hide text',
  replies: 'has texts that are sent in your name',
  agents_may_act_for_me: 'lets agents act for a person',
  approvals: 'lets a decision reach an agent',
  approvals_wait: 'makes your agents wait',
  allow_network_filesystem: 'depends on one machine',
}

/** A hook that waits longer is ended by coding agents, ms. */
const longestWait = 9 * 60_000

/** The values of one file, by the setting's path; absent means unset. `wrong`: unreadable sections, with the reasons. */
type Said = {
  readonly values: { readonly [path: string]: unknown }
  readonly wrong: ReadonlyMap<string, MailError>
}

/**
 * The settings of several files, the first that says something deciding. A mistake in a section is thrown whenever that
 * section is asked for, so that it stops only what needs it.
 * @throws MailError `usage`, beginning with file and line
 */
export function settingsOf(files: readonly SettingsFile[]): Settings {
  const said = files.map(readFile)
  const find = finderIn(said)
  const { swarm, durability, archive, mailbox, loops, debate, patrol, redispatch, programs } = defaultSettings
  return lazily<Settings>({
    swarm: () => find('swarm', find('swarm.name', swarm)),
    durability: () => find('durability', durability),
    archive: () => ({ beyond: find('archive.beyond', archive.beyond) }),
    mailbox: () => ({
      baseDir: find('mailbox.base_dir', mailbox.baseDir),
      archiveAfter: find('mailbox.archive_after', mailbox.archiveAfter),
      maxQueueSize: find('mailbox.max_queue_size', mailbox.maxQueueSize),
    }),
    wake: () => find('wake', defaultSettings.wake),
    reservations: () => find('reservations', defaultSettings.reservations),
    budgets: () => together<number>(said, 'budgets'),
    loops: () => ({
      exchanged: find('loop_cap', loops.exchanged) || null,
      sent: find('sender_cap', loops.sent) || null,
    }),
    debate: () => ({
      consensusThreshold: find('orchestration.consensus_threshold', debate.consensusThreshold),
      mostRounds: find(
        'mailbox.max_rounds_per_topic',
        find('orchestration.max_debate_rounds', debate.mostRounds),
      ),
      deadlockThreshold: find('mailbox.deadlock_threshold', debate.deadlockThreshold),
      evidence: {
        forClaims: find('mailbox.evidence_required.for_claims', debate.evidence.forClaims),
        forCounters: find('mailbox.evidence_required.for_counters', debate.evidence.forCounters),
        minimumStrength: find('mailbox.evidence_required.minimum_strength', debate.evidence.minimumStrength),
      },
      escalateOnDeadlock: find('mailbox.escalate_on_deadlock', debate.escalateOnDeadlock),
      escalateTopics: find('mailbox.escalate_topics', debate.escalateTopics),
    }),
    types: () => Object.values(together<ProtocolType>(said, 'types')),
    handoffs: () => Object.values(together<HandoffTemplate>(said, 'handoffs')),
    handlers: () => together<readonly string[]>(said, 'handlers'),
    commands: () => said.flatMap((one) => valueIn<Settings['commands']>(one, 'commands') ?? []),
    programs: () => ({ editor: find('editor', programs.editor), opener: find('opener', programs.opener) }),
    patrol: () => ({
      silentAfter: find('patrol.silent_after', patrol.silentAfter),
      overdueAfter: find('patrol.overdue_after', patrol.overdueAfter),
    }),
    redispatch: () => ({
      promoteAfter: find('redispatch.promote_after', redispatch.promoteAfter),
      promoteTo: find('redispatch.promote_to', redispatch.promoteTo),
    }),
    serving: () => servingOf(find),
    server: () => serverOf(find),
    screen: () => ({ ...screenOf(said, find), themes: themesOf(said) }),
    approvals: () => approvalsOf(find),
    notify: () =>
      said.map((one) => valueIn<NotifySettings>(one, 'notify')).find((one) => one !== undefined) ??
      defaultSettings.notify,
    agentsMayActForMe: () => find('agents_may_act_for_me', defaultSettings.agentsMayActForMe),
    allowNetworkFilesystem: () => find('allow_network_filesystem', defaultSettings.allowNetworkFilesystem),
  })
}

function servingOf(find: Find): Settings['serving'] {
  const { serving } = defaultSettings
  return {
    entrypoint: find('swarm.entrypoint', serving.entrypoint),
    description: find('swarm.description', serving.description),
    keywords: find('swarm.keywords', serving.keywords),
    public: find('swarm.public', serving.public),
    maxSteps: find('swarm.max_steps', serving.maxSteps),
    breakpointTools: find('swarm.breakpoint_tools', serving.breakpointTools),
    supervisors: find('swarm.supervisors', serving.supervisors),
  }
}

function serverOf(find: Find): Settings['server'] {
  const { server } = defaultSettings
  return {
    trustedProxies: find('trusted_proxies', server.trustedProxies),
    peersMayWriteToPeople: find('peers_may_write_to_people', server.peersMayWriteToPeople),
  }
}

function shorter(wait: number | null, most: number): number | null {
  return wait === null ? null : Math.min(wait, most)
}

/** A section that says how decisions are confirmed turns them on. */
function approvalsOf(find: Find): Settings['approvals'] {
  const confirm = find('approvals.confirm', null) === 'ssh-agent'
  return {
    on: confirm || find('approvals', 'off') === 'on',
    wait: shorter(find('approvals_wait', null), longestWait),
    confirm,
    key: find('approvals.key', null),
  }
}

type Find = <K extends Leaf, D>(path: K, fallback: D) => ReturnType<(typeof leaves)[K]> | D

/** The first file that says something decides. */
function finderIn(said: readonly Said[]): Find {
  return (path, fallback) => {
    for (const one of said) {
      const found = valueIn<ReturnType<(typeof leaves)[typeof path]>>(one, path)
      if (found !== undefined) return found
    }
    return fallback
  }
}

/** @throws MailError if its section cannot be read */
function valueIn<T>({ values, wrong }: Said, path: string): T | undefined {
  const problem = wrong.get(path.split('.')[0] ?? path)
  if (problem !== undefined) throw problem
  return values[path] as T | undefined
}

/** Each property is made when it is first asked for. */
function lazily<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const made = {} as T
  for (const key of Object.keys(makers) as (keyof T)[])
    Object.defineProperty(made, key, {
      configurable: true,
      enumerable: true,
      get() {
        const value = makers[key]()
        Object.defineProperty(made, key, { enumerable: true, value })
        return value
      },
    })
  return made
}

/** All own themes, once it is clear that the chosen one is known. */
function themesOf(said: readonly Said[]): readonly OwnTheme[] {
  const themes = said.flatMap((one) => valueIn<readonly OwnTheme[]>(one, 'themes') ?? [])
  for (const { values } of said) (values[chosenTheme] as RequireTheme | undefined)?.(themes)
  return themes
}

function screenOf(said: readonly Said[], find: Find): Omit<ScreenSettings, 'themes'> {
  return {
    ...terminalSettings((name, usual) => find(name, usual)),
    replies: together<string>(said, 'replies'),
  }
}

/** The named values of several files; the first file that has a name wins. */
function together<T>(said: readonly Said[], name: string): Readonly<Record<string, T>> {
  return Object.assign({}, ...said.map((one) => valueIn(one, name)).reverse())
}

function readFile(file: SettingsFile): Said {
  const said: { [path: string]: unknown } = {}
  const names = [...new Set(Object.keys(leaves).map((path) => path.split('.')[0] ?? path))]
  const blocks = names.filter((name) => !Object.hasOwn(leaves, name))
  const known = [
    ...names,
    'budgets',
    'types',
    'handoffs',
    ...(readElsewhere[''] ?? []),
    ...Object.keys(usersOwn),
  ]
  const wrong = new Map<string, MailError>()
  for (const entry of parseYaml(file.text, file.path)) {
    const section = sectionOf(file, entry, known)
    try {
      requireKnown(file, entry, known, '')
      if (Object.hasOwn(usersOwn, entry.key) && !file.own) throw notHere(file, entry)
      readEntry(file, entry, blocks, said)
    } catch (error) {
      if (!isMailError(error)) throw error
      if (!wrong.has(section)) wrong.set(section, error)
    }
  }
  return { values: said, wrong }
}

/** A swarm may be its name alone, or all that is to be said of it; approvals may be on, or say how they are confirmed. */
const wordsOrBlocks = ['swarm', 'approvals']

/** Sections that are read elsewhere, and the one whose readers need them, too. */
const readWith: Readonly<Record<string, string>> = { keys: 'theme', serve: 'swarm' }

/** The section that an entry is, or was probably meant to be. @throws MailError `usage` if it is like none */
function sectionOf(file: SettingsFile, entry: YamlEntry, known: readonly string[]): string {
  if (known.includes(entry.key)) return entry.key
  const [near] = nearestNames(entry.key, known, 1)
  if (near === undefined) requireKnown(file, entry, known, '')
  return own(readWith, near ?? '') ?? near ?? entry.key
}

function readEntry(
  file: SettingsFile,
  entry: YamlEntry,
  blocks: readonly string[],
  said: { [path: string]: unknown },
): void {
  if (entry.key === 'budgets') said['budgets'] = readBudgets(file, entry)
  else if (entry.key === 'types') said['types'] = readTypes(entriesOf(file, entry), refuser(file))
  else if (entry.key === 'handoffs')
    said['handoffs'] = readHandoffTemplates(entriesOf(file, entry), refuser(file))
  else if (entry.key === 'replies') said['replies'] = readReplies(file, entry)
  else if (entry.key === 'themes')
    said['themes'] = readOwnThemes(entriesOf(file, entry), themeWords, refuser(file))
  else if (entry.key === 'handlers') said['handlers'] = readHandlers(file, entry)
  else if (entry.key === 'commands')
    said['commands'] = readOwnCommands(entriesOf(file, entry), file.path, refuser(file))
  else if (entry.key === 'notify') said['notify'] = readNotify(entriesOf(file, entry), refuser(file))
  else if (blocks.includes(entry.key) || (wordsOrBlocks.includes(entry.key) && entry.value.type === 'map'))
    readBlock(file, entry, said)
  else if (Object.hasOwn(leaves, entry.key)) said[entry.key] = readLeaf(file, entry, entry.key as Leaf)
  if (entry.key === 'theme') said[chosenTheme] = themeChecker(file, entry)
}

/** Asks whether the chosen theme is known: its block may follow, or be in another file. */
const chosenTheme = '(chosen theme)'
type RequireTheme = (themes: readonly OwnTheme[]) => void

function themeChecker(file: SettingsFile, entry: YamlEntry): RequireTheme {
  return (themes) => {
    const words = [...themeWords, ...themes.map(({ name }) => name)]
    const { value } = entry
    if (value.type !== 'text' || !words.includes(value.text)) teller(file, entry, 'theme')(words.join(' or '))
  }
}

function readBlock(
  file: SettingsFile,
  block: YamlEntry,
  said: { [path: string]: unknown },
  within = block.key,
): void {
  const inside = Object.keys(leaves).filter((path) => path.startsWith(`${within}.`))
  const keys = [...new Set(inside.map((path) => path.slice(within.length + 1).split('.')[0] ?? path))]
  for (const entry of entriesOf(file, block)) {
    requireKnown(file, entry, [...keys, ...(own(readElsewhere, within) ?? [])], within)
    const path = `${within}.${entry.key}`
    if (Object.hasOwn(leaves, path)) said[path] = readLeaf(file, entry, path as Leaf)
    else if (keys.includes(entry.key)) readBlock(file, entry, said, path)
  }
}

function readBudgets(file: SettingsFile, block: YamlEntry): Settings['budgets'] {
  const budgets = entriesOf(file, block).map(
    (entry) => [entry.key, wholeNumber(entry.value, teller(file, entry, `budgets.${entry.key}`))] as const,
  )
  return Object.fromEntries(budgets)
}

function readHandlers(file: SettingsFile, block: YamlEntry): Settings['handlers'] {
  const handlers = entriesOf(file, block).map((entry) => {
    const words = texts(entry.value, teller(file, entry, `handlers.${entry.key}`))
    if (words.length === 0)
      teller(file, entry, `handlers.${entry.key}`)('a program and its arguments: [program, one, two]')
    return [entry.key, words] as const
  })
  return Object.fromEntries(handlers)
}

/** A text on one line, or a list of its lines. */
function readReplies(file: SettingsFile, block: YamlEntry): ScreenSettings['replies'] {
  const replies = entriesOf(file, block).map((entry) => {
    const text = texts(entry.value, teller(file, entry, `replies.${entry.key}`)).join('\n')
    if (text.trim() === '') teller(file, entry, `replies.${entry.key}`)('a text, or a list of lines')
    return [entry.key, text] as const
  })
  return Object.fromEntries(replies)
}

function refuser({ path }: SettingsFile) {
  return ({ line }: YamlEntry, what: string, hint: string): never => {
    throw new MailError('usage', `${path}:${line}: ${what}.`, hint)
  }
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
    throw new MailError('usage', `${file.path}:${line}: ${path} is ${given}.`, `It must be ${expected}.`)
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
    `${file.path}:${line}: unknown setting ${block === '' ? key : `${block}.${key}`}.`,
    near.length > 0 ? `Did you mean ${near.join(', ')}?` : `The settings here are ${known.join(', ')}.`,
  )
}

function notHere({ path }: SettingsFile, { key, line }: YamlEntry): MailError {
  const what = `${path}:${line}: ${key} ${own(usersOwn, key)}, so a store's settings may not contain it.`
  return new MailError('usage', what, 'Set it in your own config.yaml.')
}
