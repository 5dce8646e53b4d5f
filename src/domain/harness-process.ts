import { type Harness, harnesses } from './harness.ts'
import { isTerminal } from './terminal-programs.ts'

/** The coding agent whose session a command runs in. */
export type HarnessSession = {
  /** `null`: the environment says that it is an agent's session, and no process says whose. */
  readonly harness: Harness | null
  /** Its own process, by a name that `ProcessDriver.hasEnded` takes. */
  readonly process: string | null
}

/** A process as the system shows it: its short name, the words that started it, and the file that it runs. */
export type ProcessWords = {
  readonly name: string
  readonly words: readonly string[]
  readonly executable?: string | null
}

/** Programs that run another's script: then the script names the process. */
const interpreters =
  /^(?:node|nodejs|bun|deno|MainThread|node-MainThread|python[\d.]*|(?:ba|z|da|k)?sh|fish|env)$/u
/** Their options that have a value of their own, which is no script. */
const withValue = /^(?:-r|-C|-X|-W|--require|--import|--loader|--experimental-loader|--conditions)$/u
const withCode = /^(?:-c|-e|-p|--eval|--print)$/u
const noScript = /^(?:run|x|\w+=.*)$/u

/** Whether a process runs a harness's command-line program. */
function isCommandLineOf(harness: Harness, { name, words, executable }: ProcessWords): boolean {
  const files = [name, words[0] ?? '', executable ?? ''].filter((file) => file !== '')
  if (files.some((file) => isProgram(harness, file))) return true
  return files.some((file) => interpreters.test(baseName(file))) && isProgram(harness, scriptIn(words))
}

function isProgram({ programs, packages }: Harness, file: string): boolean {
  const name = baseName(file).replace(/\.[cm]?[jt]s$|\.py$/u, '')
  return programs.includes(name) || packages.some((folder) => file.includes(`/${folder}/`))
}

/** The script, or the module, that an interpreter was told to run. */
function scriptIn([, ...words]: readonly string[]): string {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (withCode.test(word)) return ''
    if (withValue.test(word)) at += 1
    else if (!word.startsWith('-') && !noScript.test(word)) return word
  }
  return ''
}

function isEditorOf({ editors }: Harness, { name, words }: ProcessWords): boolean {
  return editors.includes(name) || editors.includes(baseName(words[0] ?? ''))
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
    const harness = marked.find((one) => isCommandLineOf(one, process) || isEditorOf(one, process))
    if (harness !== undefined) return { harness, process }
    if (isTerminal(process)) return null
  }
  return null
}

/** The harness whose command-line program a process runs, whatever the environment says. */
export function commandLineOf(process: ProcessWords): Harness | null {
  return harnesses.find((one) => isCommandLineOf(one, process)) ?? null
}

/** Whether a session can have recorded a process: those of harnesses, and our own that run agents, are. */
export function mayHaveSession(process: ProcessWords): boolean {
  if (process.words.some((word) => word.includes('watchpost'))) return true
  return harnesses.some((one) => isCommandLineOf(one, process) || isEditorOf(one, process))
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
