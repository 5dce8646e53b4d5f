import type { Verdict } from '../src/domain/debates/debate.ts'
import type { Decision } from '../src/domain/debates/decision.ts'
import type { Letter, Message } from '../src/domain/message.ts'
import type { MessageCursor } from './cursor.ts'
import type { Page, PageRequest } from './page.ts'

/** How a debate was last found. `judged` is behind `newest` until somebody has looked at what came last. */
export type DebateRow = {
  readonly thread: number
  readonly newest: number
  readonly judged: number
  readonly verdict: Verdict
}

/** A debate in one line. */
export type BoardDebate = Pick<DebateRow, 'thread' | 'newest' | 'verdict'> & {
  readonly rounds: number
  /** The message that its thread began with. */
  readonly opening: Message
  /** Those who took a stance, in that order. */
  readonly participants: readonly string[]
  /** The title of what was decided. */
  readonly decision: string | null
  readonly openedAt: number
  readonly lastAt: number
  readonly lastFrom: string
}

export type KeptDecision = {
  /** The message that brought it about. */
  readonly message: number
  readonly thread: number
  readonly decision: Decision
}

export type DebateTally = {
  readonly byVerdict: Readonly<Record<Verdict, number>>
  readonly rounds: number
  readonly claims: number
  readonly counters: number
}

/** Threads in which stances were taken. A store notes them as their messages arrive; callers judge them. */
export type DebateStore = {
  find(thread: number): Promise<DebateRow | null>
  /**
   * The newest first. Those of a verdict that nobody has looked at since are among the open. `since`: only those whose
   * newest message arrived after it.
   */
  list(verdict: Verdict | null, page: PageRequest, since?: MessageCursor): Promise<Page<DebateRow>>
  /** The deadlocked, then the open, then those that were decided by messages since a time; each the newest first. */
  board(since: number, page: PageRequest): Promise<Page<BoardDebate>>
  /** How many of each verdict it lists. */
  boardCounts(since: number): Promise<Readonly<Record<Verdict, number>>>
  /** Those whose last messages nobody has looked at. */
  unjudged(limit: number): Promise<readonly number[]>
  /** `false`, and nothing done, where something came after `newest`. */
  judge(thread: number, newest: number, verdict: Verdict): Promise<boolean>
  tally(): Promise<DebateTally>
  /** Deadlocked debates that somebody has looked at since their last message: the longest without one first. */
  deadlocked(page: PageRequest): Promise<Page<DebateRow>>
  countDeadlocked(): Promise<number>
  /** Keeps a decision, once for the message that brought it about, together with its entry for `SUBPOR.md`. */
  decide(kept: KeptDecision, entry: { readonly text: string; readonly mark: string }): Promise<boolean>
  /**
   * Appends missing entries to `SUBPOR.md` beside the store, each once even if a process dies. Returns the
   * messages whose entries it appended. A store without a folder only keeps the entries, which then count as filed.
   * @throws `not-allowed` the file cannot be written
   */
  file(limit: number): Promise<readonly number[]>
  /** How many entries wait for that. */
  unfiled(): Promise<number>
  decisions(page: PageRequest): Promise<Page<KeptDecision>>
  /** The last messages of all debates, oldest of them first. */
  recent(most: number): Promise<readonly Letter[]>
}
