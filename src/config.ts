import { statSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'
import type { InboxWay } from './domain/bell.ts'
import { MailError } from './domain/errors.ts'
import type { Harness } from './domain/harness.ts'
import { isHelperOf, markedBy, sessionVariables } from './domain/harness-markers.ts'
import { parseDuration } from './domain/moment.ts'
import { defaultSettings, type Settings } from './domain/settings/settings.ts'
import { readSmallFile } from './small-file.ts'

/** All that this program takes from its environment. Nothing else reads `process.env`. */
export type Environment = {
  readonly store: string | null
  readonly agent: string | null
  /** From personal settings of a coding agent: counts where neither a session nor a pane is registered. */
  readonly defaultAgent: string | null
  readonly session: string | null
  /** A helper (subagent) within that session runs this, as its variables say. */
  readonly isHelper: boolean
  /** How many answers came one after another with the message that this program was started for. */
  readonly hops: number
  /** The names of all variables. */
  readonly names: () => readonly string[]
  /** `false`: the coding agent says that no person is at its prompt, as in `claude -p`. */
  readonly isAttended: boolean
  /** The coding agents whose markers are set. A person's shell may have inherited them. */
  readonly marked: () => readonly Harness[]
  readonly pane: string | null
  /** The tmux server of the pane: its socket and process id. */
  readonly paneServer: string | null
  /** The inbox of the coding agent's session that started this process; its token is kept nowhere. */
  readonly inbox: () => Inbox | null
  /** Since when the usual tmux server runs; `null` where this is another, or it is not known. */
  readonly usualServerSince: () => number | null
  /** `NO_COLOR` and `TERM`, as they are. */
  readonly noColour: string | null
  readonly terminal: string | null
  /** `COLORTERM` and `COLORFGBG`: the colours of the terminal, and those of its text and background. */
  readonly colours: string | null
  readonly ground: string | null
  /** The command of `VISUAL` or `EDITOR`. */
  readonly editor: readonly string[] | null
  /** The command of `PAGER`. */
  readonly pager: readonly string[] | null
  /** The current folder. @throws MailError `not-found` where it was removed */
  readonly folder: () => string
  readonly home: string
  /** Folders of programs. */
  readonly programs: readonly string[]
  readonly codexFolder: string
  /** Where a user's stores and settings lie when no project has its own. */
  /** The person's own shell. */
  readonly shell: string
  readonly dataFolder: string
  readonly configFolder: string
  readonly allowNetworkFilesystem: boolean
  /** Where a screen keeps what it was like. */
  readonly stateFolder: string
  /** `WATCHPOST_IDENTITY`: who runs this, in stores for tests alone. */
  readonly identity: string | null
  /** Moves the clock in stores for tests; `null` where it stays as it is. */
  readonly clock: ClockShift | null
}

/** `WATCHPOST_CLOCK`. `milliseconds` is `null` if it cannot be read. */
export type ClockShift = { readonly written: string; readonly milliseconds: number | null }

/** A session's own socket, with the token by which it knows its children. */
export type Inbox = { readonly way: InboxWay; readonly socket: string; readonly token: string }

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const given = (name: string) => variables[name]?.trim() || null
  const home = given('HOME') ?? '/'
  const under = home.endsWith('/') ? home.slice(0, -1) : home
  const session = sessionVariables.map(given).find((value) => value !== null)
  const clock = given('WATCHPOST_CLOCK')
  return {
    store: given('WATCHPOST_STORE'),
    agent: given('WATCHPOST_AGENT'),
    defaultAgent: given('WATCHPOST_DEFAULT_AGENT'),
    session: session ?? null,
    isHelper: isHelperOf(session ?? null, given),
    hops: hopsIn(given('WATCHPOST_HOPS')),
    names: () => Object.keys(variables),
    isAttended: given('CLAUDE_CODE_SESSION_ATTENDED') !== '0',
    marked: () => markedBy((name) => given(name) !== null),
    pane: given('TMUX_PANE'),
    paneServer: serverOf(given('TMUX')),
    inbox: () => inboxIn(given),
    usualServerSince: () => usualServerSince(given('TMUX')),
    noColour: given('NO_COLOR'),
    terminal: given('TERM'),
    colours: given('COLORTERM'),
    ground: given('COLORFGBG'),
    editor: (given('VISUAL') ?? given('EDITOR'))?.split(/\s+/u) ?? null,
    pager: given('PAGER')?.split(/\s+/u) ?? null,
    folder: currentFolder,
    home,
    programs: given('PATH')?.split(delimiter) ?? [],
    shell: given('SHELL') ?? 'sh',
    codexFolder: given('CODEX_HOME') ?? `${under}/.codex`,
    dataFolder: `${given('XDG_DATA_HOME') ?? `${under}/.local/share`}/watchpost`,
    stateFolder: `${given('XDG_STATE_HOME') ?? `${under}/.local/state`}/watchpost`,
    configFolder: `${given('XDG_CONFIG_HOME') ?? `${under}/.config`}/watchpost`,
    allowNetworkFilesystem: given('WATCHPOST_ALLOW_NETWORK_FILESYSTEM') === '1',
    identity: given('WATCHPOST_IDENTITY'),
    clock: clock === null ? null : { written: clock, milliseconds: shiftIn(clock) },
  }
}

/** What it said is a number of ours; anything else is none. */
function hopsIn(written: string | null): number {
  const hops = Number(written ?? 0)
  return Number.isSafeInteger(hops) && hops > 0 ? Math.min(hops, mostHops) : 0
}

/** More than any chain has. */
const mostHops = 1_000_000

/** Where others keep their files: variables that name a place are theirs. */
export function usualPlaces(variables: NodeJS.ProcessEnv = process.env) {
  return {
    project: currentFolder(),
    home: variables['HOME'] ?? '/',
    variables: (name: string) => variables[name]?.trim() || undefined,
  }
}

/** @throws MailError `not-found` where it was removed */
export function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    throw new MailError(
      'not-found',
      'The current folder no longer exists.',
      'Change to another folder, or name the store with --store or WATCHPOST_STORE.',
    )
  }
}

/** A path that somebody named, from the current folder. @throws MailError `not-found` for a relative one if the folder is gone */
export function pathFrom({ folder }: Pick<Environment, 'folder'>, path: string): string {
  return isAbsolute(path) ? resolve(path) : resolve(folder(), path)
}

/** `+6h` or `-30m`. */
function shiftIn(text: string): number | null {
  const length = /^[+-]/u.test(text) ? parseDuration(text.slice(1)) : undefined
  if (length === undefined) return null
  return text.startsWith('-') ? -length : length
}

/**
 * The time by which everything in a store goes: the store's own, in one for tests moved by `WATCHPOST_CLOCK`. A process that may not move
 * it is refused when it opens its store.
 */
export function clockOf({ clock }: Environment, store: { now(): number }): () => number {
  const shift = clock?.milliseconds ?? 0
  return () => store.now() + shift
}

/** Qwen Code clears what it inherits from another session: where both are set it is the inner one. */
function inboxIn(given: (name: string) => string | null): Inbox | null {
  for (const [way, name] of [
    ['qwen-code', 'QWEN_CODE'],
    ['claude-code', 'CLAUDE_CODE'],
  ] as const) {
    const socket = given(`${name}_MESSAGING_SOCKET`)
    if (socket !== null) return { way, socket, token: given(`${name}_MESSAGING_TOKEN`) ?? '' }
  }
  return null
}

/** `TMUX` is the server's socket, its process id, and the number of the session. */
function serverOf(tmux: string | null): string | null {
  return tmux === null ? null : tmux.replace(/,[^,]*$/u, '')
}

/** A server makes its socket when it starts, and only changes its permissions afterwards. */
function usualServerSince(tmux: string | null): number | null {
  const socket = tmux?.replace(/,[^,]*,[^,]*$/u, '') ?? ''
  if (!socket.endsWith('/default')) return null
  return statSync(socket, { throwIfNoEntry: false })?.mtimeMs ?? null
}

/** For programs that we start: everything but whose session this is, and what the launcher took out of our way. */
export function inheritedVariables(variables: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) => !sessionVariables.includes(name))
  const certificates = trustedFile(variables)
  return {
    ...Object.fromEntries(kept),
    ...(certificates !== null && { NODE_EXTRA_CA_CERTS: certificates }),
  }
}

/** A secret by the name of its variable. */
export function secretNamed(name: string, variables: NodeJS.ProcessEnv = process.env): string | null {
  return variables[name]?.trim() || null
}

/**
 * The file of certificates to trust in addition to the usual ones: the launcher hands it on by a name of ours, since Node would
 * read it for every command.
 */
export function trustedFile(variables: NodeJS.ProcessEnv = process.env): string | null {
  return secretNamed('WATCHPOST_CA_CERTS', variables) ?? secretNamed('NODE_EXTRA_CA_CERTS', variables)
}

export type LibpqVariables = {
  readonly service: string | null
  readonly file: string | null
  readonly folder: string | null
}

/** A service of PostgreSQL's own programs, and where its files are; `null` for the usual place. */
export function libpqVariables(variables: NodeJS.ProcessEnv = process.env): LibpqVariables {
  const given = (name: string) => variables[name] || null
  return { service: given('PGSERVICE'), file: given('PGSERVICEFILE'), folder: given('PGSYSCONFDIR') }
}

/** The name that the operating system has for who runs this. */
export async function systemUser(): Promise<string> {
  const { userInfo } = process.getBuiltinModule('node:os')
  try {
    return userInfo().username
  } catch {
    return `uid${process.getuid?.() ?? 0}`
  }
}

/**
 * The store's settings, then the user's. Without a file of either there is nothing to read, nor to load for it.
 * @param location the store's folder; `null` where it has none here: an address must not be taken for a path in the current folder
 * @throws MailError `usage`, naming file and line · `not-allowed` for what is no plain file
 */
export async function readSettings(location: string | null, environment: Environment): Promise<Settings> {
  const files = [
    ...(location === null ? [] : [{ path: `${location}/config.yaml`, own: false }]),
    { path: `${environment.configFolder}/config.yaml`, own: true },
  ].flatMap((file) => {
    const text = readSmallFile(file.path, file.own ? 'person' : 'store')
    return text === null ? [] : [{ ...file, text }]
  })
  const settings = files.length === 0 ? defaultSettings : (await import('./settings.ts')).settingsOf(files)
  if (!environment.allowNetworkFilesystem) return settings
  if (settings === defaultSettings) return { ...settings, allowNetworkFilesystem: true }
  // A copy would read every section, also one that cannot be read.
  return Object.defineProperty(settings, 'allowNetworkFilesystem', { value: true, enumerable: true })
}
