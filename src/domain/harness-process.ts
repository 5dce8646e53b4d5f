import type { Harness } from './harness.ts'

/** The coding agent whose session a command runs in. */
export type HarnessSession = {
  /** `null`: the environment says that it is an agent's session, and no process says whose. */
  readonly harness: Harness | null
  /** Its own process, by a name that `ProcessDriver.hasEnded` takes. */
  readonly process: string | null
}

/** A process as the system shows it: its short name, and the words that started it. */
type ProcessWords = { readonly name: string; readonly words: readonly string[] }

/** Programs that run another's script: then the script names the process. */
const interpreters =
  /^(?:node|nodejs|bun|deno|MainThread|node-MainThread|python[\d.]*|(?:ba|z|da|k)?sh|fish|env)$/u
/**
 * Where a person sits, in lower case: what started such a program started no session for the person in it. A pattern that
 * ignores case would take longer to prepare than all processes to look at.
 */
const terminals: ReadonlySet<string> = new Set([
  ...['screen', 'zellij', 'abduco', 'dtach', 'dvtm', 'mosh-server', 'login', 'getty', 'agetty'],
  ...['urxvt', 'rxvt', 'alacritty', 'kitty', 'foot', 'konsole', 'xfce4-terminal', 'tilix', 'terminator'],
  ...['ghostty', 'st', 'code', 'cursor', 'zed', 'zed-editor', 'terminal', 'iterm2', 'windowserver'],
])
/** The same by how their names begin. */
const terminalFamilies = ['tmux', 'sshd', 'xterm', 'wezterm', 'gnome-terminal']

/** Whether a process is one of a harness. */
function isOf(harness: Harness, { name, words }: ProcessWords): boolean {
  const program = baseName(words[0] ?? '')
  if (harness.programs.includes(name) || harness.programs.includes(program)) return true
  if (inPackage(harness, words[0] ?? '')) return true
  if (!interpreters.test(name) && !interpreters.test(program)) return false
  const script = words.slice(1).find((word) => !word.startsWith('-')) ?? ''
  return (
    harness.programs.includes(baseName(script).replace(/\.[cm]?[jt]s$|\.py$/u, '')) ||
    inPackage(harness, script)
  )
}

/**
 * The process of a harness that a command was started by, looking from the nearest ancestor upward. Beyond a terminal,
 * a multiplexer or a login there is none: a tmux server that an agent started hands its markers to people's panes.
 */
export function findHarness<P extends ProcessWords>(
  marked: readonly Harness[],
  ancestors: Iterable<P>,
): { readonly harness: Harness; readonly process: P } | null {
  for (const process of ancestors) {
    const harness = marked.find((one) => isOf(one, process))
    if (harness !== undefined) return { harness, process }
    if (isTerminal(process.name) || isTerminal(baseName(process.words[0] ?? ''))) return null
  }
  return null
}

function isTerminal(program: string): boolean {
  const name = program.toLowerCase()
  return terminals.has(name) || terminalFamilies.some((family) => name.startsWith(family))
}

function inPackage({ packages }: Harness, path: string): boolean {
  return packages.some((folder) => path.includes(`/${folder}/`))
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
