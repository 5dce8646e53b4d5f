import type { Author, Doer, MailStore } from '../../store/mail-store.ts'
import type { ActorSource, Principal } from '../domain/acting.ts'
import type { Origin } from '../domain/message.ts'
import type { Agent } from '../domain/roster.ts'
import type { Ended } from '../domain/run.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { ApprovalDriver } from './approval-driver.ts'
import type { BellDriver } from './bell-driver.ts'
import type { FolderDriver } from './exchange/folder.ts'
import type { IdentityDriver } from './identity-driver.ts'
import type { KeyDriver } from './key-driver.ts'
import type { NetworkDriver } from './network-driver.ts'
import type { PaneDriver } from './pane-driver.ts'
import type { ProcessDriver } from './process-driver.ts'
import type { StoreDriver } from './store-driver.ts'
import type { TranscriptDriver } from './transcript-driver.ts'
import type { WorktreeDriver } from './worktree-driver.ts'

/** How a program ended, and what it said. */
export type ProgramEnd = Ended & {
  /** The beginning of its standard output, and how many bytes were left out. */
  readonly out: string
  readonly cut: number
}

export type Program = {
  /** Its input is written, or nobody reads it any more. */
  readonly flushed: Promise<void>
  readonly ended: Promise<ProgramEnd>
  /** Asks it and all that it started to end, and ends them if they do not. */
  readonly stop: () => void
}

export type ProgramDriver = {
  /** @throws MailError `usage` it cannot be started */
  start(
    command: readonly string[],
    how: { readonly input: string; readonly variables: Readonly<Record<string, string>> },
  ): Promise<Program>
}

/** Files of the person who calls. */
export type FileDriver = {
  /** Answers where it lies. @throws MailError `conflict` there is one already · `not-allowed` it cannot be written */
  create(path: string, text: string): Promise<string>
  /** Why the recipient probably cannot open the file; `null` if it is readable. */
  doubt(path: string): Promise<string | null>
}

/** The context of an operation. Effects are injected, so that a test can supply a store and a fixed clock. */
export type Context = {
  readonly store: MailStore
  /** The same in the store that is at its place now. Only where that can be looked for. @throws as opening it does */
  readonly reopen?: () => Promise<Context>
  /** A stream began in a store that was replaced, and goes on in this one. */
  readonly resumed?: boolean
  /** The agent or person acted for. */
  readonly actor: Agent
  readonly how: ActorSource
  /** The actual actor, if different: acting for another is allowed and recorded. */
  readonly principal: Principal | null
  /** An agent's session in a person's name: operations that change anything are refused. */
  readonly onlyLooks?: boolean
  /** What runs for long: the roster may have another word of its actor than when it began. */
  readonly lasts?: true
  /** A subagent's commands: what they would take stays with the agent that started it. */
  readonly isHelper?: boolean
  readonly session: string | null
  /** How many answers came one after another with what is answered here: a program works on it, and whatever it sends goes on from there. */
  readonly hops?: number
  /** The tmux server that this runs in, for panes that are registered from here. */
  readonly paneServer?: string | null
  /** The store's own swarm. */
  readonly swarm: string | null
  readonly origin: Origin | null
  /** The command or screen that acts, for the log. */
  readonly command: string | null
  readonly settings: Settings
  /** Only where agents' terminals can be reached. */
  readonly panes?: PaneDriver
  /** Only where transcripts of this machine can be read. */
  readonly transcripts?: TranscriptDriver
  /** Only where agents' sessions can be notified of mail. */
  readonly bells?: BellDriver
  /** Why the actor need not be proved: a server has checked its token, or upkeep follows its own rules. */
  readonly vouched?: 'token' | 'upkeep'
  /** Only where programs may be started. */
  readonly programs?: ProgramDriver
  /** Only where other processes can be looked at. */
  readonly processes?: ProcessDriver
  /** Only where the processes above the program tell who runs it. */
  readonly identity?: IdentityDriver
  /** Only where the person's key can be reached. */
  readonly approvals?: ApprovalDriver
  /** Only where the person's keys for sealed mail can be reached. */
  readonly keys?: KeyDriver
  /** Only where the caller has files of its own. */
  readonly files?: FileDriver
  /** Only where files can be reached. */
  readonly folders?: FolderDriver
  /** Only where other stores can be made. */
  readonly stores?: StoreDriver
  /** Only where the caller is in a folder. */
  readonly worktrees?: WorktreeDriver
  /** Reports the progress of long work: how much of the total is done. */
  readonly progress?: (done: number, of: number) => void
  /** Only where other servers can be reached. */
  readonly network?: NetworkDriver
  readonly now: () => number
}

/** The actor of a change, as the log records it. */
export function doerOf(context: Context): Doer {
  const { actor, principal, session, command } = context
  return { actor: actor.address, principal: principal?.address ?? null, session, command }
}

/** The author of a change that is made now. */
export function authorOf(context: Context): Author {
  return { doer: doerOf(context), at: context.now() }
}
