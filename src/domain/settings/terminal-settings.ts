import type { OwnTheme } from './own-themes.ts'

export const themeWords = ['dark', 'light', 'high-contrast', '16-colours'] as const
const tabWays = ['auto', 'on', 'off'] as const
/** How the agents of the roster are grouped. */
export const rosterWays = ['swarm', 'state', 'role'] as const
export type RosterWay = (typeof rosterWays)[number]
const noticeWays = ['off', 'bell', 'osc9', 'osc777'] as const
/** The first view of the terminal inbox; `auto` is the inbox, or Attention if the swarm has problems. */
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

/**
 * How the terminal inbox looks and behaves: each setting with one value, by its name in a file, with its words and the usual one. The
 * program has it by the same name in camel case: `column_heads` is `screen.columnHeads`. `on-off` is a boolean.
 */
export const terminalWords = {
  /** A built-in or own one; `null` follows the terminal's background: dark or light, and colours that suit both if that is unknown. */
  theme: { words: 'any', usual: null },
  /** How new mail is announced while you look elsewhere. */
  notices: { words: noticeWays, usual: 'bell' },
  mouse: { words: 'on-off', usual: false },
  /** `reduced` keeps the screen calm: no countdowns, and as few automatic changes as possible. */
  motion: { words: ['full', 'reduced'], usual: 'full' },
  /** Prints lines instead of a screen, for screen readers. */
  accessible: { words: 'on-off', usual: false },
  open: { words: openingViews, usual: 'auto' },
  /** Mailboxes list threads instead of messages. */
  threads: { words: 'on-off', usual: false },
  /** Heads over the columns of the inbox; `auto` shows them where the screen is high enough. */
  column_heads: { words: tabWays, usual: 'auto' },
  /** Views as tabs over the list; `auto` shows them once there are saved searches. */
  tabs: { words: tabWays, usual: 'auto' },
  roster_by: { words: rosterWays, usual: 'swarm' },
  /** `$EDITOR` gets the headers of a message with its text. */
  edit_headers: { words: 'on-off', usual: true },
  /** After a message was archived or completed in a thread: back to the list, or on to the next message. */
  after_archive: { words: ['list', 'next'], usual: 'list' },
} as const

type Table = typeof terminalWords
export type TerminalLeaf = keyof Table
/** What a setting of the table may be. */
export type TerminalValue<K extends TerminalLeaf> = Table[K]['words'] extends readonly (infer Word)[]
  ? Word
  : Table[K]['words'] extends 'on-off'
    ? boolean
    : string

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

type TerminalWords = {
  readonly [K in TerminalLeaf as Camel<K>]: TerminalValue<K> | Extract<Table[K]['usual'], null>
}
export type ScreenSettings = TerminalWords & {
  /** Themes of the person's own. */
  readonly themes: readonly OwnTheme[]
  /** Texts that are inserted into messages, by name. */
  readonly replies: Readonly<Record<string, string>>
}

/** Every setting by its name in the program, with what `find` has for its name in a file. */
export function terminalSettings(find: (name: TerminalLeaf, usual: unknown) => unknown): TerminalWords {
  const rows = Object.entries(terminalWords).map(([name, { usual }]) => [
    name.replace(/_(.)/gu, (_, letter: string) => letter.toUpperCase()),
    find(name as TerminalLeaf, usual),
  ])
  return Object.fromEntries(rows) as TerminalWords
}
