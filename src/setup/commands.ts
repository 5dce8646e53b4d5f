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

/** What a hook in a file that a team shares may rely on: no machine's paths, and nobody's name. */
export type SharedHook = {
  /** The folder of signal files, as the shell finds it: relative to the project, or by a variable. `null`: unknown. */
  readonly signals: string | null
  /** The store is named by `WATCHPOST_STORE`, not found from the project. */
  readonly isNamed: boolean
  /** The store is elsewhere: the files count only while the link that keeps them runs. */
  readonly isLinked?: boolean
}

/** The variables of personal settings that name the agent where nothing else does, and its signal file. */
export const defaultAgent = 'WATCHPOST_DEFAULT_AGENT'
export const defaultSignal = 'WATCHPOST_SIGNAL'
/** The folder of the signal files that the link to a store elsewhere keeps. */
export const linkSignals = 'WATCHPOST_LINK'

const isMissing = 'command -v watchpost >/dev/null 2>&1 ||'
const missing =
  'Watchpost: the program `watchpost` is not on your PATH, so this session gets no mail. Install it with `npm install -g watchpost`.'

/**
 * What a coding agent's hook runs, in words that sh, bash, zsh, dash and fish read alike, since it runs in whichever
 * `$SHELL` is. Guarded, it ends at once while no mail waits, without starting a program.
 */
export function hookCommand(hook: SharedHook, guarded: boolean): string {
  if (guarded) return [...guardsOf(hook), `${isMissing} exit 0`, 'exec watchpost hook'].join('; ')
  const told = `echo '${JSON.stringify({ systemMessage: missing })}'`
  return [`${isMissing} ${told}`, `${isMissing} exit 0`, 'exec watchpost hook'].join('; ')
}

/** What a hook relies on where the store lies in the project's own folder. */
export function hookOfFolder(project: string | null, within = '.watchpost'): SharedHook {
  return { signals: `${project === null ? '' : `$${project}/`}${within}/signals`, isNamed: false }
}

/** What a hook relies on if the store is elsewhere. */
export const hookOfLink: SharedHook = { signals: `$${linkSignals}`, isNamed: true, isLinked: true }

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
  return [`${isMissing} exit 0`, ...ways.map((way) => way.join(' && ')), 'exit 0'].join('; ')
}

/** A hook before a tool that writes ends at once while nobody has reserved a path. */
export function writeHookCommand(hook: SharedHook): string {
  const { signals, isNamed } = hook
  const found = isNamed ? [] : ['[ -z "$WATCHPOST_STORE" ]']
  const tests = [...found, `[ -d "${signals}" ]`, `[ ! -s "${signals}/${reservedName}" ]`, ...runs(hook)]
  const isFree = signals === null ? [] : [[...tests, 'exit 0'].join(' && ')]
  return [...isFree, `${isMissing} exit 0`, 'exec watchpost hook'].join('; ')
}

/** Not empty while anybody may have reserved a path. */
const reservedName = '+reserved'

/**
 * Only an empty signal file ends a hook: where there is none (a moved project, a new clone, a work tree, a name that is
 * not its own file's) the program looks. The default name counts where nobody else was registered for a session here.
 */
function guardsOf(hook: SharedHook): readonly string[] {
  const { signals, isNamed } = hook
  if (signals === null) return []
  const found = isNamed ? [] : ['[ -z "$WATCHPOST_STORE" ]']
  const isEmpty = (name: string) => [
    `[ -f "${signals}/${name}" ]`,
    `[ ! -s "${signals}/${name}" ]`,
    // Watchpost shows that the session waits for a person: it must learn that the session goes on.
    `[ ! -s "${signals}/${name}${askingSuffix}" ]`,
  ]
  const unnamed = '[ -z "$WATCHPOST_AGENT" ]'
  const others = `[ ! -s "${signals}/${otherSessions}" ]`
  return [
    [...found, ...isEmpty('$WATCHPOST_AGENT')],
    [unnamed, ...found, ...isEmpty(`$${defaultSignal}`), others],
  ].map((tests) => [...tests, ...runs(hook), 'exit 0'].join(' && '))
}

/** Succeeds while the link runs and is connected to the store that `WATCHPOST_STORE` names. */
export const linkTest = '+link'

/** Without the link an empty file does not mean that there is no mail. */
function runs({ signals, isLinked = false }: SharedHook): readonly string[] {
  return isLinked ? [`[ -f "${signals}/${linkTest}" ]`, `sh "${signals}/${linkTest}"`] : []
}

/**
 * The script that the guards run: whether this process is still the link to this store. Another process may have got the number
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

/** The suffix of the file beside an agent's signal file that is not empty while a session of it waits for a person. */
const askingSuffix = '+asks'

/** Not empty while a session has another agent than the default one. No agent's own file is called so. */
export const otherSessions = '+sessions'
