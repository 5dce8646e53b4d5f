import { ageOf } from './moment.ts'

/** What runs on without a person: the mail of one thread, of two agents, or of one sender. */
export const loopSorts = ['thread', 'pair', 'sender'] as const
export type LoopSort = (typeof loopSorts)[number]

/** A person lets its mail go on, or stops it. */
export const loopEndings = ['continued', 'stopped'] as const
export type LoopEnding = (typeof loopEndings)[number]

/**
 * Mail that keeps coming back, and is held back for a person. It is not refused: some of it may be needed, and an agent that is refused tries
 * again in other words. Times are milliseconds since 1970.
 */
export type Loop = {
  readonly id: number
  readonly sort: LoopSort
  /** Its thread, of a thread's. */
  readonly thread: number | null
  /** The agents that write. */
  readonly agents: readonly string[]
  /** What was counted when it was found: messages, or answers one after another where `since` is `null`. */
  readonly count: number
  readonly since: number | null
  readonly openedAt: number
  /** How many messages are held back, and the first of them. */
  readonly held: number
  readonly first: number | null
}

/** How much agents write without a person before their mail is held back; `null`: as much as they like. */
export type LoopCaps = {
  /** To each other, within `loopSpan`, or as answers one after another. */
  readonly exchanged: number | null
  /** One of them, within `senderSpan`. */
  readonly sent: number | null
}

export const loopSpan = 600_000
export const senderSpan = 3_600_000

/** A message of a thread, or between two agents. */
export type Turn = { readonly sender: number; readonly at: number; readonly isPersons: boolean }

/** How often, from when on, and by whom. */
export type Exchange = { readonly count: number; readonly since: number; readonly senders: readonly number[] }

/** Who wrote less often answered once, or helped: that is no part of a loop. */
const fewest = 3

/**
 * How much goes to and fro since a time, or since a person's last word after it: twice what all but the busiest wrote. Reports of one
 * sender, and single answers of many, are none.
 */
export function exchangeOf(turns: readonly Turn[], since: number): Exchange {
  const newest = turns.toSorted((one, other) => other.at - one.at)
  const end = newest.findIndex(({ at, isPersons }) => isPersons || at <= since)
  const counted = end < 0 ? newest : newest.slice(0, end)
  const bySender = new Map<number, number>()
  for (const { sender } of counted) bySender.set(sender, (bySender.get(sender) ?? 0) + 1)
  const regular = [...bySender].filter(([, count]) => count >= fewest)
  const counts = regular.map(([, count]) => count)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return {
    count: 2 * (total - Math.max(0, ...counts)),
    since: counted.at(-1)?.at ?? since,
    senders: regular.map(([sender]) => sender),
  }
}

/** What is answered: how many answers lie before it, and its time. */
export type Answered = { readonly id: number; readonly hops?: number | undefined; readonly sentAt: number }

/**
 * How many answers came one after another up to a message, without a person between. A chain that rested for `loopSpan` starts again.
 * `null`: it answers nothing.
 */
export function hopsAfter(answered: Omit<Answered, 'id'> | null, now: number): number {
  if (answered === null) return 0
  return now - answered.sentAt > loopSpan ? 1 : (answered.hops ?? 0) + 1
}

/** `al ↔ bob: 20 messages in 2m`, `al: 600 messages in 14m`, `al ↔ bob: 20 answers in a row`. */
export function loopWords({
  agents,
  count,
  since,
  openedAt,
}: Pick<Loop, 'agents' | 'count' | 'since' | 'openedAt'>): string {
  const many = since === null ? `${count} answers in a row` : `${count} messages in ${ageOf(since, openedAt)}`
  return `${agents.join(' ↔ ')}: ${many}`
}
