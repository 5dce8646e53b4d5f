import type { Directory, RosterQuestion } from '../src/domain/addressing/roster-question.ts'
import type { WakePolicy } from '../src/domain/bell.ts'
import type { AgentKind } from '../src/domain/priority.ts'
import type { Agent, AgentState, UnreadCounts } from '../src/domain/roster.ts'
import type { Author, Doer, Page, PageRequest } from './page.ts'

/** The treatment of a new name that looks like another: refused, registered, or registered and marked. */
export type LookalikeRule = 'refuse' | 'allow' | 'mark'

export type Registration = {
  readonly address: string
  readonly longForm: string | null
  readonly kind?: AgentKind
  readonly role?: string | null
  readonly swarm?: string | null
  readonly addTags?: readonly string[]
  readonly removeTags?: readonly string[]
  readonly session?: string | null
  readonly pane?: string | null
  readonly paneServer?: string | null
  readonly reportsTo?: string | null
  readonly canComplete?: boolean
  readonly watched?: boolean
  readonly wake?: WakePolicy | null
  readonly talksTo?: readonly string[]
  readonly budget?: number | null
  /** `refuse` if not given. */
  readonly lookalike?: LookalikeRule
}

export type RosterStore = {
  /** Rises with every change of an agent, a place or a known swarm; signs of life are none. */
  version(): Promise<number>
  /**
   * Every agent that the question touches, living or not, with the roster's version: nothing that changes without it. Where an earlier answer
   * `suffices`, it may be out of date: for a caller that passes its version to `deliver`, and asks again before refusing.
   */
  lookUp(question: RosterQuestion, suffices?: 'remembered'): Promise<Directory>
  find(address: string): Promise<Agent | null>
  /** As `find`, where nothing else matters. */
  kindOf(address: string): Promise<AgentKind | null>
  findBySession(session: string): Promise<readonly Agent[]>
  findByPane(pane: string): Promise<readonly Agent[]>
  /** Agents by address, a page at a time. */
  list(
    filter: {
      readonly swarm?: string
      readonly role?: string
      readonly tag?: string
      readonly state?: AgentState
      readonly kind?: AgentKind
      /** Those that may complete tasks. */
      readonly completes?: true
    },
    page: PageRequest,
  ): Promise<Page<Agent>>
  /** Unread mail of each, exact, in the order asked. */
  unread(addresses: readonly string[], now: number): Promise<readonly UnreadCounts[]>
  /** Unread copies of all agents together, exact. */
  unreadOfAll(now: number): Promise<number>
  /**
   * Adds an agent or changes the fields that are given, makes it alive, and delivers what waits for it: held
   * mail, and unexpired mail to its roles, tags, swarm and all (HAAK: joining late). `joined` counts those.
   * @throws `conflict` a new name looks like another, or the mailbox belongs to another role
   */
  register(
    registration: Registration,
    doer: Doer,
    at: number,
  ): Promise<{ readonly agent: Agent; readonly created: boolean; readonly joined: number }>
  /** Changes given fields only. @throws `not-found` */
  update(
    registration: Registration,
    doer: Doer,
    at: number,
  ): Promise<{ readonly agent: Agent; readonly joined: number }>
  /** Frozen: the session ended, mail waits. Dead: unread mail becomes dead letters. @throws `not-found` */
  setState(address: string, state: AgentState, doer: Doer, at: number): Promise<Agent>
  /**
   * Seen alive, as by whatever it sends, reads and claims itself; wakes a frozen agent, which those do not.
   * `waiting`: what for, until it is heard of again. @throws `not-found`
   */
  beat(address: string, at: number, session: string | null, waiting?: string): Promise<Agent>
  /**
   * Lists the public keys of all holders in the place of `expect`, because one of them has a new one, and says so in the log;
   * `false`, and nothing done, when the list is another by now.
   */
  listKeys(
    author: Author,
    change: {
      readonly holder: string
      readonly added: string
      readonly expect: string | null
      readonly next: string
    },
  ): Promise<boolean>
  /** Known names (agents and roles) that are likely meant by an unknown one, best first. */
  nearest(name: string, most: number): Promise<readonly string[]>
}
