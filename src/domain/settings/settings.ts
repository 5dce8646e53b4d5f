import { type DebatePolicy, defaultDebatePolicy } from '../debates/debate-policy.ts'
import type { ProtocolType } from '../protocol/protocol-types.ts'

/** What a person may set in `config.yaml`; every part has its default here. Lengths of time are milliseconds. */
export type Settings = {
  /** The store's own swarm, in the place of the one it was made for; `null` leaves that. */
  readonly swarm: string | null
  /** `normal` survives the death of any process, `full` also a power cut. */
  readonly durability: 'normal' | 'full'
  readonly archive: {
    /** So many of the newest messages stay at hand; what is older and settled moves to cold files. 0 keeps all. */
    readonly beyond: number
  }
  readonly mailbox: {
    /** Mail that was dealt with is archived after this; `null` leaves it. */
    readonly archiveAfter: number | null
    /** More unread mail than this is not taken for one agent; `null` takes all. */
    readonly maxQueueSize: number | null
  }
  /** Messages an hour, by role. */
  readonly budgets: Readonly<Record<string, number>>
  readonly debate: DebatePolicy
  /** Types of protocol mail beside those that are known. */
  readonly types: readonly ProtocolType[]
  /** What is started for a protocol mail, by its type: a program and its arguments. */
  readonly handlers: Readonly<Record<string, readonly string[]>>
  /** What the screen starts for a person; `null` is what the system has for it. */
  readonly programs: { readonly editor: readonly string[] | null; readonly opener: readonly string[] | null }
  readonly patrol: {
    /** A watched or working agent that is silent for so long is reported. */
    readonly silentAfter: number
    /** An answer that is owed for so long is asked for again. */
    readonly overdueAfter: number
  }
  readonly redispatch: {
    /** Work that failed so often goes to `promoteTo`, where that is somebody. */
    readonly promoteAfter: number
    readonly promoteTo: string | null
  }
  /** The swarm as the MAIL server shows it, and whom its tasks go to. */
  readonly serving: {
    readonly entrypoint: string | null
    readonly description: string
    readonly keywords: readonly string[]
    readonly public: boolean
    /** More messages than this handed to agents end a task; `null` lets it go on. */
    readonly maxSteps: number | null
    readonly breakpointTools: readonly string[]
    /** Who may complete tasks. */
    readonly supervisors: readonly string[]
  }
  readonly screen: ScreenSettings
  /** Agents may act in the person's name; only the person's own settings can say so. */
  readonly agentsMayActForMe: boolean
  /** Stores on file systems that other machines may write to are opened as well; only the user's own settings can say so. */
  readonly allowNetworkFilesystem: boolean
}

export const themeWords = ['dark', 'light', 'high-contrast', '16-colours'] as const
export const noticeWays = ['off', 'bell', 'osc9', 'osc777'] as const
/** What the terminal inbox opens on; `auto` is the inbox, and Attention where the swarm is in trouble. */
export const openingViews = [
  'auto',
  'attention',
  'inbox',
  'all',
  'i-owe',
  'owed-to-me',
  'sent',
  'drafts',
  'snoozed',
  'dead-letters',
  'archive',
] as const

/** How the terminal inbox looks and behaves. */
export type ScreenSettings = {
  /** `null` takes the sixteen colours of the terminal's own theme. */
  readonly theme: (typeof themeWords)[number] | null
  /** How new mail is told of while nobody looks. */
  readonly notices: (typeof noticeWays)[number]
  readonly mouse: boolean
  /** Nothing counts down or changes by itself more often than it must. */
  readonly calm: boolean
  /** Told in lines, for screen readers. */
  readonly accessible: boolean
  readonly open: (typeof openingViews)[number]
}

const minute = 60_000

export const defaultSettings: Settings = {
  swarm: null,
  durability: 'normal',
  archive: { beyond: 1000 },
  mailbox: { archiveAfter: null, maxQueueSize: null },
  budgets: {},
  debate: defaultDebatePolicy,
  types: [],
  handlers: {},
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
  screen: { theme: null, notices: 'bell', mouse: false, calm: false, accessible: false, open: 'auto' },
  agentsMayActForMe: false,
  allowNetworkFilesystem: false,
}
