/** How the shell runs this program, and as which agent. */
export type Calling = {
  /** A word of the shell: `watchpost`, or the path of the program, quoted where it must be. */
  readonly program: string
  /** The store, where it is not the one that is found from the folder. */
  readonly store: string | null
  readonly agent: string | null
  /** The folder of signal files, and the agent's. */
  readonly signals: string
  readonly signal: string | null
}

/** A word for the shell, as it is. */
export function quoted(text: string): string {
  return /^[\w./@%+=:,-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

export function callOf({ program, store }: Calling, words: string): string {
  return `${program} ${store === null ? '' : `--store ${quoted(store)} `}${words}`
}

/** The variables of personal settings that name the agent where nothing else does, and its signal file. */
export const defaultAgent = 'WATCHPOST_DEFAULT_AGENT'
export const defaultSignal = 'WATCHPOST_SIGNAL'
/** The folder of the signal files that the link to a store elsewhere keeps. */
export const linkSignals = 'WATCHPOST_LINK'

/**
 * What a coding agent runs beside a session to learn of each new message of its agent, in the same words of all shells.
 * It ends without a word where there is no program, no store or no agent.
 */
export function monitorCommand(): string {
  const watching = (name: string) => [
    `[ -n "$${name}" ]`,
    `watchpost agents show "$${name}" >/dev/null 2>&1`,
    `exec watchpost watch "$${name}"`,
  ]
  const unnamed = '[ -z "$WATCHPOST_AGENT" ]'
  const ways = [watching('WATCHPOST_AGENT'), [unnamed, ...watching(defaultAgent)]]
  return [
    'command -v watchpost >/dev/null 2>&1 || exit 0',
    ...ways.map((way) => way.join(' && ')),
    'exit 0',
  ].join('; ')
}

/** Succeeds while the link runs and is connected to the store that `WATCHPOST_STORE` names. */
export const linkTest = '+link'

/**
 * The script that the guard runs: whether this process is still the link to this store. Another process may have got the number
 * of a link that was killed; where `/proc` tells when a process started, that counts as well. A link that was stopped, or that
 * nobody has waited for since it ended, keeps no files.
 */
export function linkTestOf(store: string, process: number, started: string | null): string {
  const isSame =
    started === null
      ? ''
      : ` && read -r stat < /proc/${process}/stat && set -- \${stat##*) } && case $1 in [ZXxTt]) false;; *) [ "\${20}" = ${started} ];; esac`
  return `[ "$WATCHPOST_STORE" = ${quoted(store)} ] && kill -0 ${process} 2>/dev/null${isSame}\n`
}

/** Not empty while a session has another agent than the default one. No agent's own file is called so. */
export const otherSessions = '+sessions'

/** The suffix of the file beside an agent's signal file that is not empty while a helper is known to run in a session of it. */
export const runningHelpers = '+helpers'
