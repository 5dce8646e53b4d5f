import type { Calling } from './commands.ts'

/** A change to one file: its text before (empty where there is none) to its text after. */
export type FileChange = {
  readonly path: string
  /** The folder that the file must not leave, whatever links there are. */
  readonly within: string
  readonly change: (text: string) => string
  readonly executable?: boolean
}

export type Surroundings = Calling & {
  /** The project. */
  readonly folder: string
  readonly home: string
  readonly codexFolder: string
  readonly tmuxFile: string
  /** Where the store lies. */
  readonly location: string
  /** Where git looks for hooks; `null` outside a repository. */
  readonly gitHooks: string | null
}
