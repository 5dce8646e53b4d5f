import type { Author, Doer, MailStore } from '../../store/mail-store.ts'
import type { ActorSource, Nameless, Principal } from '../domain/acting.ts'
import type { Origin } from '../domain/message.ts'
import type { Agent } from '../domain/roster.ts'
import type { Ended } from '../domain/run.ts'
import type { Settings } from '../domain/settings/settings.ts'
import type { Call, Fields, Input } from '../input/input.ts'
import type { ApprovalDriver } from '../services/approval-driver.ts'
import type { BellDriver } from '../services/bell-driver.ts'
import type { FolderDriver } from '../services/exchange/folder.ts'
import type { KeyDriver } from '../services/key-driver.ts'
import type { NetworkDriver } from '../services/network-driver.ts'
import type { PaneDriver } from '../services/pane-driver.ts'
import type { ProcessDriver } from '../services/process-driver.ts'
import type { StoreDriver } from '../services/store-driver.ts'
import type { WorktreeDriver } from '../services/worktree-driver.ts'
import type { ValueName, Values } from '../values/schemas.ts'

export type { ProcessDriver } from '../services/process-driver.ts'

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
  /** The agent or person acted for. */
  readonly actor: Agent
  readonly how: ActorSource
  /** The actual actor, if different: acting for another is allowed and recorded. */
  readonly principal: Principal | null
  /** An agent's session in a person's name: operations that change anything are refused. */
  readonly onlyLooks?: boolean
  readonly session: string | null
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
  /** Only where agents' sessions can be notified of mail. */
  readonly bells?: BellDriver
  /** Only where programs may be started. */
  readonly programs?: ProgramDriver
  /** Only where other processes can be looked at. */
  readonly processes?: ProcessDriver
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

export type Access = 'read' | 'write'

/** Mail that is about to be handed over: the face writes it out, then settles, or releases what did not leave. */
export type Offer<V> = {
  readonly value: V
  /** For people: what could not be held and why. */
  readonly notes: readonly string[]
  readonly settle: () => Promise<void>
  readonly release: () => Promise<void>
  /** The note for output that was closed early, after its mail was released. */
  readonly closedEarly?: string
  /** Keeps it for as long again, for who takes long to receive it. */
  readonly keep?: () => Promise<void>
}

export function isOffer(answer: unknown): answer is Offer<unknown> {
  return typeof answer === 'object' && answer !== null && 'settle' in answer && 'release' in answer
}

type Described<F extends Fields> = {
  /** One sentence for help and tool lists. */
  readonly summary: string
  readonly access: Access
  readonly input: F
  /** People see the value's `text`, unchanged. */
  readonly reads?: 'text'
  /** Works for an actor that is not registered (yet). */
  readonly unregistered?: true
  /** Works in an agent's session that names no agent. */
  readonly nameless?: Nameless
  /**
   * How a writing operation runs for a session that may only look: its input without what changes anything; `null`
   * refuses the call. Without this every call is refused.
   */
  readonly lookingOnly?: (input: Input<F>) => Input<F> | null
  /** Its value shows the actor and the actual actor, so both are determined even though nothing is written. */
  readonly tellsPrincipal?: true
  /** It may run for long and does upkeep as it runs; `programs`: it also starts handlers from the settings. */
  readonly keepsUp?: 'mail' | 'programs'
  /** It asks the search index. What is missing there was slow to find, so a command adds a part of it after its answer. */
  readonly asksIndex?: true
  /** Command lines worth copying, each with what it does. */
  readonly examples?: readonly (readonly [string, string])[]
  /** The name of its value's schema in `schemas.ts`. */
  readonly value: ValueName
}

export type Once<F extends Fields, V> = Described<F> & {
  readonly yields: 'once'
  /** The input, a length of time, that asks a face to do it again and again. */
  readonly repeats?: string
  /** It may take long, and reports its progress. */
  readonly tells?: true
  readonly run: (context: Context, input: Input<F>) => Promise<V>
}
export type Offering<F extends Fields, V> = Described<F> & {
  readonly yields: 'offer'
  readonly run: (context: Context, input: Input<F>) => Promise<Offer<V>>
}
export type Streaming<F extends Fields, V> = Described<F> & {
  readonly yields: 'stream'
  readonly run: (context: Context, input: Input<F>, signal: AbortSignal) => AsyncIterable<V>
  /** Whether a value reports a failure: then the command as a whole succeeded only in part. */
  hasFailed?(value: V): boolean
}

export type Operation = Once<Fields, unknown> | Offering<Fields, unknown> | Streaming<Fields, unknown>

/** The result of an operation must match the schema that it names. */
type Definition<O, N extends ValueName> = Omit<O, 'yields' | 'value'> & { readonly value: N }

/** Defines an operation that answers with a value. */
export function operation<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Once<F, V>, N>,
): Once<F, V> {
  return { ...definition, yields: 'once' }
}

/** Defines an operation whose value is held until the face has written it. */
export function offering<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Offering<F, V>, N>,
): Offering<F, V> {
  return { ...definition, yields: 'offer' }
}

/** Defines an operation that answers with values until the caller aborts. */
export function streaming<F extends Fields, N extends ValueName, V extends Values[N]>(
  definition: Definition<Streaming<F, V>, N>,
): Streaming<F, V> {
  return { ...definition, yields: 'stream' }
}

/** The method that a mailbox has for an operation. */
export type Method<O> =
  O extends Once<infer F, infer V>
    ? (input: Call<F>) => Promise<V>
    : O extends Offering<infer F, infer V>
      ? (input: Call<F>) => Promise<Offer<V>>
      : O extends Streaming<infer F, infer V>
        ? (input: Call<F>, signal: AbortSignal) => AsyncIterable<V>
        : never

/** The actor of a change, as the log records it. */
export function doerOf(context: Context): Doer {
  const { actor, principal, session, command } = context
  return { actor: actor.address, principal: principal?.address ?? null, session, command }
}

/** The author of a change that is made now. */
export function authorOf(context: Context): Author {
  return { doer: doerOf(context), at: context.now() }
}
