import type { Step } from './stub/script.ts'

/** A file in JSON, written as most programs write theirs. */
export function asText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A question as most programs' tools take it. */
export const whichParser = {
  question: 'Which parser?',
  header: 'Parser',
  multiSelect: false,
  options: ['Ours', 'Theirs'].map((label) => ({ label, description: label })),
}

/** Where a program works during one scene. */
export type Place = {
  /** Its home folder, empty but for the driver's files. */
  readonly home: string
  /** Node, Watchpost and the program itself. */
  readonly bin: string
  readonly project: string
  /** A second worktree of the project, which some scenes make. */
  readonly worktree: string
  /** The stub model. */
  readonly url: string
}

/** How one coding agent is installed, started without an account, and asked for what the scenes need. */
export type Driver = {
  /** As `src/domain/harness.ts` has it. */
  readonly name: string
  readonly package: string
  /** The name of its program. */
  readonly program: string
  /** Where the program lies in an installation whose scripts did not run. */
  readonly installed: string
  /** The oldest Node that it runs on, where that is newer than ours. */
  readonly node?: string
  /** Its own variables; beside them a program gets only those that every program gets. */
  variables(place: Place): Readonly<Record<string, string>>
  /** The files that it needs, by their paths. */
  files(place: Place): Readonly<Record<string, string>>
  /** Where it reads hooks of its person, and the events that it tells them; null where events are not recorded. */
  readonly tells: { readonly file: string; readonly events: readonly string[] } | null
  /** What follows `watchpost setup`; null where it has none. */
  readonly setup: readonly string[] | null
  /** The arguments that answer one prompt and end. */
  prompted(prompt: string): readonly string[]
  /** The arguments that answer one prompt in the last session. */
  resumed(prompt: string): readonly string[]
  /** Its tool that starts a subagent with this prompt; null where it has none that is held back. */
  readonly subagent: ((prompt: string) => Step) | null
  /** Looks for a tool by its name; null where all are listed at once. */
  readonly finds: ((tool: string) => Step) | null
  /** Its tool that asks the person "Which parser?", where Enter takes the first answer; null where hooks are not told of it. */
  readonly asksQuestion: Step | null
  /** How a tool of an MCP server that is run by these words may ask the person; null where hooks are not told of it. */
  readonly elicits: {
    readonly adds: (words: readonly string[]) => readonly string[]
    /** What lets the tool `ask` of the server `asker` run without a question. */
    readonly allowed: readonly string[]
    readonly step: Step
  } | null
  /** The calls that install the plugin from a folder. */
  readonly plugin?: (folder: string) => readonly (readonly string[])[]
  /** As `prompted`, but without the word that trusts the hooks. */
  readonly untrusted?: (prompt: string) => readonly string[]
  /** How it is opened in a terminal; null where no scene does. */
  readonly terminal: {
    readonly words: readonly string[]
    /** The line in which it takes a prompt. */
    readonly ready: RegExp
    /** How it asks for a permission; Enter says yes. */
    readonly question: RegExp
    /** What makes its shell tool ask for a permission, where it does not by itself. */
    readonly asks?: Readonly<Record<string, unknown>>
    /** What a person types to begin anew, and to compact the conversation. */
    readonly clears?: string
    readonly compacts?: string
  } | null
  /** What a scene needs and this program does not have, by the scene's name, and why. */
  readonly lacks: Readonly<Record<string, string>>
}
