import type { AlertInput } from '../alerts/alert-inputs.ts'
import type { QuietHours } from '../alerts/quiet-hours.ts'
import type { AttentionReason } from '../attention.ts'
import type { WakePolicy } from '../bell.ts'
import { type DebatePolicy, defaultDebatePolicy } from '../debates/debate-policy.ts'
import type { HandoffTemplate } from '../handoff-templates.ts'
import type { LoopCaps } from '../loops.ts'
import type { Priority } from '../priority.ts'
import type { ProtocolType } from '../protocol/protocol-types.ts'
import type { ReservationWay } from '../reservation.ts'
import type { OwnCommand } from './own-commands.ts'
import { type ScreenSettings, terminalSettings } from './terminal-settings.ts'

/** The settings of `config.yaml`, each with its default. Durations are in milliseconds. */
export type Settings = {
  /** The store's own swarm, in the place of the one it was made for; `null` leaves that. */
  readonly swarm: string | null
  /** `normal` survives the death of any process, `full` also a power cut. */
  readonly durability: 'normal' | 'full'
  readonly archive: {
    /** The number of newest messages that stay in the store; older, settled ones move to cold files. 0 keeps all. */
    readonly beyond: number
  }
  readonly mailbox: {
    /** The folder of CCCC's files, below the project; `null`: each command names it. */
    readonly baseDir: string | null
    /** Handled mail is archived after this time; `null` never archives. */
    readonly archiveAfter: number | null
    /** The limit of unread mail for one agent; `null` for none. */
    readonly maxQueueSize: number | null
  }
  /** Which mail rings the bell of an agent that says nothing else. */
  readonly wake: WakePolicy
  /** A hook's reaction when an agent writes into a path that another one reserved. */
  readonly reservations: ReservationWay
  /** Messages an hour, by role. */
  readonly budgets: Readonly<Record<string, number>>
  readonly debate: DebatePolicy
  /** Beyond these, mail among agents is held back for a person. */
  readonly loops: LoopCaps
  /** Types of protocol mail beside those that are known. */
  readonly types: readonly ProtocolType[]
  /** Forms of handoff beside those that are known. */
  readonly handoffs: readonly HandoffTemplate[]
  /** The program and arguments for each type of protocol mail. */
  readonly handlers: Readonly<Record<string, readonly string[]>>
  /** Programs of the person's own behind keys of the screen. */
  readonly commands: readonly OwnCommand[]
  /** Programs that the screen starts; `null` uses the system's default. */
  readonly programs: { readonly editor: readonly string[] | null; readonly opener: readonly string[] | null }
  readonly patrol: {
    /** A watched or working agent is reported after this silence. */
    readonly silentAfter: number
    /** A reminder is sent when an answer is owed this long. */
    readonly overdueAfter: number
  }
  readonly redispatch: {
    /** Work that failed this often goes to `promoteTo`, if that agent exists. */
    readonly promoteAfter: number
    readonly promoteTo: string | null
  }
  /** The swarm as the MAIL server presents it, and the agent that receives its tasks. */
  readonly serving: {
    readonly entrypoint: string | null
    readonly description: string
    readonly keywords: readonly string[]
    readonly public: boolean
    /** More messages than this handed to agents end a task; `null` lets it go on. */
    readonly maxSteps: number | null
    readonly breakpointTools: readonly string[]
    /** Agents that may complete tasks. */
    readonly supervisors: readonly string[]
  }
  /** What the MAIL server lets in. */
  readonly server: {
    /** Proxies that are believed what they say of the address behind them: addresses and networks. */
    readonly trustedProxies: readonly string[]
    /** Agents of other swarms may write to people here, also to those who did not write to them first. */
    readonly peersMayWriteToPeople: boolean
  }
  readonly screen: ScreenSettings
  /** Whether a person answers requests for permission from the inbox, and how long a hook waits for that; the person's own settings alone say so. */
  readonly approvals: {
    readonly on: boolean
    /** `null`: as suits the coding agent (`usualWait`). */
    readonly wait: number | null
    /** An SSH agent signs each decision. */
    readonly confirm: boolean
    /** The file of the public key; `null` for the agent's first. */
    readonly key: string | null
  }
  /** The programs that reach the person who is away; the person's own settings alone say so. */
  readonly notify: NotifySettings
  /** Agents may act in the person's name; only the person's own settings can say so. */
  readonly agentsMayActForMe: boolean
  /** Stores on file systems that other machines may write to are opened as well; only the user's own settings can say so. */
  readonly allowNetworkFilesystem: boolean
}

/** A program that reaches the person. */
export type AlertProgram = {
  readonly name: string
  /** The program and its arguments; `{text}` stands for a field of the alert. */
  readonly run: readonly string[]
  readonly input: AlertInput
}

/** How a person who is away is reached. Only their own settings say so, and without programs nothing is sent. */
export type NotifySettings = {
  readonly programs: readonly AlertProgram[]
  /** The reasons of Attention that count; `null`: all. */
  readonly reasons: readonly AttentionReason[] | null
  /** Mail below it is left out. What is no mail has no priority. */
  readonly leastPriority: Priority
  readonly quietHours: QuietHours | null
  readonly mostAnHour: number
  /** Nothing is sent for so long after the person's last key on a screen, ms. */
  readonly afterLastKey: number
}

const minute = 60_000

export const defaultSettings: Settings = {
  swarm: null,
  durability: 'normal',
  archive: { beyond: 1000 },
  mailbox: { baseDir: null, archiveAfter: null, maxQueueSize: null },
  wake: 'urgent',
  reservations: 'warn',
  budgets: {},
  loops: { exchanged: 20, sent: 600 },
  debate: defaultDebatePolicy,
  types: [],
  handoffs: [],
  handlers: {},
  commands: [],
  programs: { editor: null, opener: null },
  patrol: { silentAfter: 5 * minute, overdueAfter: 24 * 60 * minute },
  redispatch: { promoteAfter: 2, promoteTo: null },
  serving: {
    entrypoint: null,
    description: '',
    keywords: [],
    public: false,
    maxSteps: null,
    breakpointTools: [],
    supervisors: [],
  },
  server: { trustedProxies: [], peersMayWriteToPeople: false },
  screen: { ...terminalSettings((_name, usual) => usual), themes: [], replies: {} },
  approvals: { on: false, wait: null, confirm: false, key: null },
  notify: {
    programs: [],
    reasons: null,
    leastPriority: 'low',
    quietHours: null,
    mostAnHour: 6,
    afterLastKey: 2 * minute,
  },
  agentsMayActForMe: false,
  allowNetworkFilesystem: false,
}
