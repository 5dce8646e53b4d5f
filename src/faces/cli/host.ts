import type { Nameless } from '../../domain/acting.ts'
import type { Examination } from '../../domain/finding.ts'
import type { FirstSight } from '../../domain/first-sight.ts'
import type { LogHead } from '../../domain/log-head.ts'
import type { ScreenSettings } from '../../domain/settings/terminal-settings.ts'
import type { Context } from '../../services/context.ts'
import type { Offer } from '../../services/offer.ts'

type ThemeWord = NonNullable<ScreenSettings['theme']>

/** The services of the program around this face: the store, the actor and the terminal. */
export type Host = {
  readonly argv: readonly string[]
  readonly version: string
  /** `NO_COLOR` and its like do not forbid colour. */
  readonly colour: boolean
  /** Opens the store (once) and finds the actor. */
  readonly open: (opening: Opening) => Promise<Context>
  /** The same for many commands of one process: an actor is looked up again once the roster has changed. */
  readonly openEach: () => Host['open']
  /** Keeps memory small during work that may be long, which begins now and reports its progress. */
  readonly keepWorkSmall: (context: Context) => Promise<LongWork>
  /** Answers a coding agent's hook. */
  readonly explain: Explain
  readonly answerHook: (hook: Hook) => Promise<void>
  /** The answer of a failed hook; empty if its session already knows. */
  readonly hookFailure: (error: unknown, written: string) => Promise<string>
  /** Writes a program of another system's name, which calls us, unless the real one is installed. @returns its path */
  readonly writeShims: (folder: string, shims: readonly Shim[]) => Promise<readonly string[]>
  /** The planned changes of a setup. */
  readonly setUp: (
    opening: Chosen & {
      readonly tool: string
      readonly remove: boolean
      /** Whether the agent may use the safe commands without asking; `null` leaves that as it is. */
      readonly permissions: boolean | null
    },
  ) => Promise<SetUp>
  /** Whether mail works in a coding agent, or in all that are set up here. */
  readonly checkSetUp: (opening: Chosen & { readonly tool: string | null }) => Promise<readonly SetUpCheck[]>
  /** What is known where no store is; `null` where one is. */
  readonly firstSight: (chosen: Chosen) => Promise<FirstSight | null>
  readonly initialise: (
    opening: Chosen & { swarm: string | undefined; forTests: boolean },
  ) => Promise<Initialised>
  /** Trusts a store that is found upward, or trusts it no longer. */
  readonly trust: (wanted: Chosen & { isPath: boolean; remove: boolean }) => Promise<Trusted>
  readonly trustedStores: () => Promise<readonly { readonly store: string; readonly found: boolean }[]>
  /** Looks a store over, which may be in too bad a state to be opened. */
  readonly examine: (wanted: Chosen & { repair: boolean; head: LogHead | null }) => Promise<Examination>
  /** Puts a backup in the place of a store's mail. */
  readonly restore: (wanted: Chosen & { readonly file: string }) => Promise<Restored>
  /** Says the version of a store's schema and who uses it; changes nothing. */
  readonly checkUpgrade: (wanted: Chosen) => Promise<UpgradeCheck>
  /** Brings a store to the schema of this program, after a backup. */
  readonly upgrade: (wanted: UpgradeWanted) => Promise<Upgraded>
  /** Serves a client of the Model Context Protocol on standard input and output until it goes away. */
  readonly serveMcp: (wanted: Chosen & { readonly tools: string | undefined }) => Promise<number>
  /** Serves the store by MAIL 1.3 until a signal comes. */
  readonly serve: (wanted: ServeWanted) => Promise<number>
  /** What the store has now, as Prometheus reads it. */
  readonly metrics: (wanted: Chosen) => Promise<string>
  /** Serves that until a signal comes. */
  readonly listenForMetrics: (wanted: MetricsWanted) => Promise<number>
  /** Serves the store to the near end of a door: on standard input and output, or on a socket. */
  readonly serveDoor: (
    wanted: Chosen & { readonly path: string | undefined; readonly listen: string | undefined },
  ) => Promise<number>
  /** Keeps one connection to a store elsewhere for all programs of this machine. */
  readonly link: (wanted: Chosen & { readonly address: string }) => Promise<number>
  /** Opens the terminal inbox. */
  readonly openScreen: (
    opening: Chosen & {
      colour: boolean
      readOnly: boolean
      accessible: boolean
      theme: ThemeWord | null
      open: ScreenSettings['open'] | null
    },
  ) => Promise<number>
  /** Opens the inbox on a demo world; off a terminal it prints a picture of it. */
  readonly demo: (onTerminal: boolean, open: (location: string) => Promise<number>) => Promise<number>
}

/** A program that stands in for another system's and calls us. */
export type Shim = {
  readonly name: string
  readonly text: string
  /** Found by its name on the PATH, where a real one may be. */
  readonly isCommand: boolean
}

export type LongWork = { readonly context: Context; end(): void }

/** The store and the actor that a command line names. */
export type Chosen = {
  readonly store: string | undefined
  readonly as: string | undefined
  /** The store may lie on a file system that other machines write to as well. */
  readonly allowNetworkFilesystem: boolean
}

export type ServeWanted = Chosen & {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly insecure: boolean
  readonly entrypoint: string | undefined
  /** Whether what it does is written for people. */
  readonly terminal: boolean
  readonly colour: boolean
}

export type MetricsWanted = Chosen &
  Pick<ServeWanted, 'cert' | 'key' | 'insecure'> & {
    readonly listen: string
    readonly say: (sentence: string) => void
  }

/** A hook as the command line found it, and how text gets in and out. */
/** Adds to an error what only its surroundings tell. */
export type Explain = (error: unknown) => Promise<unknown>

export type Hook = Chosen & {
  readonly checkpoint: boolean
  /** The program of the coding agent, where its hook says so. */
  readonly of: string | null
  readonly readInput: () => Promise<string>
  readonly write: (text: string) => void
  /** Hears that this program should end, and so lets it end by itself. */
  readonly hearSignals: (which: readonly ('SIGINT' | 'SIGTERM' | 'SIGHUP')[]) => {
    readonly heard: Promise<unknown>
    readonly stop: () => void
  }
  readonly handOver: (offer: Pick<Offer<unknown>, 'settle' | 'release'>, text: string) => Promise<unknown>
}

/** One thing that mail needs in a coding agent. `note`: it works, and could be better. */
export type SetUpCheck = {
  readonly tool: string
  readonly what: string
  readonly state: 'ok' | 'note' | 'wrong'
  readonly says: string
  /** What to do; `null` where it is well. */
  readonly cure: string | null
}

/** Settings of other tools as they would become: shown first, then written. */
export type SetUp = {
  readonly files: readonly {
    readonly path: string
    readonly diff: string
    readonly after: string
    readonly does: 'creates' | 'changes' | 'deletes'
    /** What of ours the file then has. */
    readonly holds: string
  }[]
  /** Additional notes for the user. */
  readonly notes: readonly string[]
  /** The agent that is registered with it; `null` where it is on the roster already. */
  readonly registers: string | null
  readonly carryOut: () => Promise<void>
}

export type Opening = Chosen & {
  readonly command: string
  /** Nothing is written, so nobody will ask which person stands behind `as`. */
  readonly looks?: boolean
  /** A session named by a caller that knows it better than the environment. */
  readonly session?: string | null
  /** The command works for an actor that the roster does not know. */
  readonly unregistered: boolean
  /** How the command behaves in an agent's session without an agent's name; by default it is refused. */
  readonly nameless?: Nameless | undefined
  /** A coding agent calls, whatever the environment says. */
  readonly agents?: boolean
}

export type Initialised = {
  readonly store: string
  readonly swarm: string | null
  /** False where the store was already there. */
  readonly created: boolean
  /** The address under which the person at the keyboard is registered. */
  readonly person: string
  /** It is found upward from now on: this user trusts it. */
  readonly trusted: boolean
  /** `WATCHPOST_CLOCK` moves its clock. */
  readonly forTests: boolean
}

export type Restored = {
  readonly store: string
  /** What is kept of the state before; `null` where there was nothing. */
  readonly before: string | null
  readonly counts: { readonly [kind in 'messages' | 'deliveries' | 'agents' | 'events']: number }
}

export type UpgradeCheck = {
  readonly store: string
  readonly schema: number
  readonly program: { readonly version: string; readonly schema: number }
  readonly needed: boolean
  /** Programs of Watchpost that are connected to the server, by their schema, login and machine; `null` for a store in a folder. */
  readonly connected:
    | readonly {
        readonly schema: number | null
        readonly login: string
        readonly machine: string | null
        readonly connections: number
      }[]
    | null
}

export type UpgradeWanted = Chosen & {
  readonly backup: string | undefined
  readonly noBackup: boolean
  /** Says to people what it does now, since it may take long. */
  readonly say: (sentence: string) => void
}

export type Upgraded = {
  readonly store: string
  readonly from: number
  readonly to: number
  /** The file that keeps the store as it was; `null` where nothing changed, or where none was wanted. */
  readonly backup: string | null
}

export type Trusted = {
  readonly store: string
  readonly trusted: boolean
  /** False where it was so already. */
  readonly changed: boolean
}
