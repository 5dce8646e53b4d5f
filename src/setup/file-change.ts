import type { Calling } from './commands.ts'

/** A change to one file: its text before (empty where there is none) to its text after. */
export type FileChange = {
  readonly path: string
  /** The folder that the file must not leave, whatever links there are. */
  readonly within: string
  readonly change: (text: string) => string
  /** What of ours the file has, in a few words: `12 hooks, MCP server`. */
  readonly holds: string
  readonly executable?: boolean
  /** The file is one person's: where it is new, nobody else may read it. */
  readonly isPersonal?: boolean
  /** The file may hold secrets: of its text only our own block is shown. */
  readonly isSecret?: boolean
}

export type Surroundings = Calling & {
  /** The project. */
  readonly folder: string
  readonly home: string
  readonly codexFolder: string
  readonly tmuxFile: string
  /** Where the store lies. */
  readonly location: string
  /** The folder of the signal files of the link, if the store lies elsewhere. */
  readonly link: string | null
  /** The coding agent lets its model use the safe commands without asking; `null` leaves that as it is. */
  readonly permissions: boolean | null
  /** How long a hook may wait for a person's decision, ms. */
  readonly approvalsWait: number
  /** The file of paths that git ignores here for this person alone; `null` outside a repository. */
  readonly gitExclude: string | null
  /** Git ignores `.claude/settings.local.json` already. */
  readonly isPersonalIgnored: boolean
  /** Where git looks for hooks; `null` outside a repository. */
  readonly gitHooks: string | null
}
