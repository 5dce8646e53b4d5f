import type { Redispatch } from '../src/domain/redispatch.ts'
import type { Doer } from './page.ts'

export type Chilled = {
  /** The moved messages, oldest first. */
  readonly messages: readonly number[]
  /** There is more to look at. */
  readonly more: boolean
}

/** A cold file that was compressed, with its sizes in bytes. */
export type Compressed = { readonly file: string; readonly before: number; readonly after: number }

export type DueCopy = { readonly owner: string; readonly message: number }

/** Somebody who was not heard of since then, and why that matters: it is watched, or it holds work. */
export type Silent = {
  readonly address: string
  readonly reportsTo: string | null
  readonly since: number
  readonly why: 'watched' | 'works'
}

/** The upkeep that is due, up to a limit. */
export type Foreseen = {
  /** Mail that expired before anybody was shown it, once for each copy. */
  readonly expired: readonly number[]
  /** How many messages the text index does not have yet. */
  readonly unindexed: number
}

/** Timed upkeep of a store. Each operation is one short batch, so that no sender waits for it. */
export type UpkeepStore = {
  /**
   * Moves settled mail beyond the newest `beyond` messages to the cold files: mail archived or expired in every mailbox, and not
   * owed, pinned, held, drafted or posted for anybody. Readers still read it from there. 0 moves nothing.
   * `rest`: for so long after a look at all mail, ms, only mail that something happened to is looked at.
   */
  chill(doer: Doer, limit: number, now: number, beyond: number, rest?: number): Promise<Chilled>
  /**
   * Seals as many changes of the log, and as many events, as come next. `more`: it sealed some. `waits`: some may still come
   * between those that are there, once changes that are under way are stored.
   */
  seal(limit: number, now: number): Promise<'done' | 'more' | 'waits'>
  /**
   * Compresses the cold files of the months before this one (`2027-01`; `null`: all). Mail in them is read, searched, checked
   * and backed up as before. A file that grows during the run is left for the next time.
   */
  compressCold(before: string | null): Promise<readonly Compressed[]>
  /** The messages that the next such batch would move. Writes nothing. */
  chillable(limit: number, now: number, beyond: number): Promise<Chilled>
  /**
   * Copies whose snooze is over, and copies in work whose lease ran out on an owner who is not heard of any more; a session
   * that is named gets as long again, one of `spared` keeps its work.
   */
  due(
    kind: 'snoozes' | 'leases',
    limit: number,
    now: number,
    spared?: readonly string[],
  ): Promise<readonly DueCopy[]>
  /** Puts such copies back where they were, or among the unread; returns those that this call put back. */
  endDue(
    doer: Doer,
    kind: 'snoozes' | 'leases',
    limit: number,
    now: number,
    spared?: readonly string[],
  ): Promise<readonly DueCopy[]>
  /** Living agents that are watched or hold work, and were last heard of before then; the longest silent first. */
  silent(before: number, limit: number): Promise<readonly Silent[]>
  /** Copies that owe an answer to mail that arrived before then, and that nobody was sent `overdueKey` for. What a person owes a person is not told. */
  overdue(before: number, limit: number): Promise<readonly DueCopy[]>
  /**
   * Copies of escalations that still owe a decision after their deadline, with no notice sent since: at the
   * deadline (`deadlineKey`), and once more `past` later. The longest overdue first.
   */
  undecided(now: number, past: number, limit: number): Promise<readonly DueCopy[]>
  /** The work due for the other operations. */
  foresee(now: number): Promise<Foreseen>
  /** Which of these keys the system has sent a message under. */
  sentKeys(keys: readonly string[]): Promise<readonly string[]>
  /** Moves the written log into the database without blocking anyone; returns the number of pages, 0 if there is nothing to move. */
  checkpoint(): Promise<number>
  /**
   * While it is on, nothing waits for other writers (a busy store fails immediately) and no log is checkpointed: for the work of
   * a process just before it ends.
   */
  hurry(on: boolean): Promise<void>
  /** The attempts at a piece of work that is given out again; `null` if there were none. */
  findRedispatch(bead: string): Promise<Redispatch | null>
  /** The next state in the place of `expect`; `false`, and nothing done, when it is another by now. */
  putRedispatch(bead: string, expect: Redispatch | null, next: Redispatch | null): Promise<boolean>
  /** Such work that somebody has who neither failed nor finished it. */
  givenOut(): Promise<readonly Redispatch[]>
}
