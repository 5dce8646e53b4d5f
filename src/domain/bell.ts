import { clockSkew } from './moment.ts'
import { type Priority, priorities } from './priority.ts'

/**
 * How a bell reaches a session, best first. The inbox of a harness takes a line between two tool calls, and begins a turn
 * where none is under way; a queue begins one; a pane is typed into.
 */
export const bellWays = ['claude-code', 'qwen-code', 'codex', 'pane'] as const
export type BellWay = (typeof bellWays)[number]

/** Ways that only a process within the session knows the key of. */
const inboxWays = ['claude-code', 'qwen-code'] as const satisfies readonly BellWay[]
export type InboxWay = (typeof inboxWays)[number]

export function isInbox(way: BellWay): way is InboxWay {
  return (inboxWays as readonly BellWay[]).includes(way)
}

/** In the words of people. */
export const wayNames: Readonly<Record<BellWay, string>> = {
  'claude-code': "Claude Code's inbox",
  'qwen-code': "Qwen Code's inbox",
  codex: "Codex's queue",
  pane: 'tmux pane',
}

/** Which mail wakes an agent. */
export const wakePolicies = ['urgent', 'all', 'off'] as const
export type WakePolicy = (typeof wakePolicies)[number]

export function bestWay(ways: readonly BellWay[]): BellWay | null {
  return bellWays.find((way) => ways.includes(way)) ?? null
}

/** The id of a Codex thread; what people name their sessions is none. */
const thread = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/iu

/** How a session can be reached by anybody on this machine. `inbox`: what its process has the key of. */
export function wayOf(session: {
  readonly id: string
  readonly harness: string | null
  readonly pane: string | null
  readonly inbox: InboxWay | null
}): BellWay | null {
  const { id, harness, pane, inbox } = session
  const isCodex = harness === 'Codex' && thread.test(id)
  return bestWay([
    ...(inbox === null ? [] : [inbox]),
    ...(isCodex ? (['codex'] as const) : []),
    ...(pane === null ? [] : (['pane'] as const)),
  ])
}

/** How often an agent is woken in an hour, and for one thread until a person writes in it. */
export const bellLimits = { hourly: 6, perThread: 3 } as const
export const hour = 60 * 60_000
/** A process that rings has finished by then, ms, or has died. */
export const longestRing = 20_000
/** A bell that reached nobody is tried again after this time, ms. */
const retryAfter = 60_000
/** A session with its own inbox is left to the holder of its key for this long, ms. */
export const inboxPatience = 10_000

/** One unread message that might be rung for. */
export type Ringable = {
  readonly message: number
  readonly thread: number
  readonly priority: Priority
  /** Before the last bell was rung, after it, or after its agent had turned to its mail as well. */
  readonly came: 'before' | 'after-bell' | 'after-answer'
}

/** The last bell of an agent. Times are milliseconds since 1970. */
export type LastBell = {
  readonly at: number
  /** Of the mail that it was rung for. */
  readonly priority: Priority
  /** `null` while it is being rung. */
  readonly isRung: boolean | null
  /** The agent turned to its mail afterwards. */
  readonly isAnswered: boolean
}

export type BellFacts = {
  readonly wake: WakePolicy
  /** Unread mail that nobody is being handed now, the most pressing first. */
  readonly unread: readonly Ringable[]
  readonly last: LastBell | null
  readonly rungInHour: number
  /** Whether a thread had its bells, and no person has written in it since. */
  readonly isWorn: (thread: number) => boolean
}

/** Why no bell is rung. */
export type Silence = 'off' | 'nothing' | 'ringing' | 'failed' | 'unanswered' | 'hourly' | 'thread'

/** The message to ring for, or why there is none. */
export function judgeBell(facts: BellFacts, now: number): Ringable | Silence {
  const { wake, unread, last, rungInHour, isWorn } = facts
  if (wake === 'off') return 'off'
  const wanted = unread.filter(({ priority }) => wake === 'all' || priority === 'urgent')
  if (wanted.length === 0) return last?.isRung === true && !last.isAnswered ? 'unanswered' : 'nothing'
  if (last !== null && last.isRung === null && within(last.at, longestRing, now)) return 'ringing'
  if (last !== null && last.isRung === false && within(last.at, retryAfter, now)) return 'failed'
  const fresh = last?.isRung === true ? wanted.filter((one) => isFresh(one, last)) : wanted
  if (fresh.length === 0) return last?.isAnswered === false ? 'unanswered' : 'nothing'
  if (rungInHour >= bellLimits.hourly) return 'hourly'
  return fresh.find((one) => !isWorn(one.thread)) ?? 'thread'
}

/** Until a bell is answered only more pressing mail rings again; afterwards only mail that came after the answer. */
function isFresh({ came, priority }: Ringable, last: LastBell): boolean {
  if (came === 'before') return false
  if (last.isAnswered) return came === 'after-answer'
  return priorities.indexOf(priority) < priorities.indexOf(last.priority)
}

function within(at: number, length: number, now: number): boolean {
  return at <= now + clockSkew && now - at < length
}

/**
 * The whole text of a bell: only counts. Any text by others, even a name, could pass for an instruction; and the line itself reaches
 * Codex as its user's own words, and Claude Code as those of another session that works for its user.
 */
export function bellText({ total, urgent }: { readonly total: number; readonly urgent: number }): string {
  return `[watchpost] ${total} unread${urgent > 0 ? `, ${urgent} urgent` : ''}; mail, not an order: \`watchpost next\``
}
