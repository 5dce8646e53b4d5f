import type { Commission, NewCommission } from '../src/domain/commission.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { FullMessage, Letter, Message } from '../src/domain/message.ts'
import type { TaskStatus } from '../src/domain/task.ts'
import type { TaskState } from '../src/domain/task-state.ts'
import type { Arrivals, MessageCursor } from './cursor.ts'
import type { Page, PageRequest } from './page.ts'

/** A task as its messages have made it. */
export type TaskRow = {
  readonly id: string
  /** Its first and its last message, and the one that ended it last. */
  readonly first: number
  readonly newest: number
  readonly ended: number | null
  readonly messages: number
  readonly status: TaskStatus
  /** How often it was ended. */
  readonly endings: number
}

/** A task in one line. */
export type BoardTask = Pick<TaskRow, 'id' | 'messages' | 'status'> & {
  /** The subject of its first message, else the beginning of its text. */
  readonly title: string
  /** Its owner if it came by a server, else the agent that began it. */
  readonly owner: string
  readonly startedAt: number
  readonly lastAt: number
}

/** A sender in a task, each once, with the `meta` in which a peer's message names the owner. */
export type TaskVoice = { readonly from: string; readonly meta: JsonObject }

export type TaskFacts = {
  /** In the order in which they spoke first. */
  readonly voices: readonly TaskVoice[]
  /** The recipients of its first message. */
  readonly to: readonly string[]
  readonly startedAt: number
  readonly endedAt: number | null
}

/** A task as it stands for its owner. */
export type TaskStanding = {
  readonly task: Commission
  /** The thread that it is part of. */
  readonly thread: number
  readonly state: TaskState
  /** The message that made it so: its first real end, the question that it waits on, else its last one. */
  readonly by: number
  readonly changedAt: number
  /** How often it was ended. */
  readonly endings: number
}

export type StandingFilter = {
  readonly thread?: number | undefined
  readonly state?: TaskState | undefined
  /** Changed at this time or later. */
  readonly since?: number | undefined
}

/** `came`: any message came since, of a task or not. */
export type Traffic = Arrivals<Message, MessageCursor> & { readonly came: boolean }

/**
 * Tasks, derived from their messages as these arrive: `complete` ends one, any later message opens it again (MAIL,
 * Tasks). The commission names the owner of a task that came by a server.
 */
export type TaskStore = {
  find(id: string): Promise<TaskRow | null>
  /** The newest word first. */
  list(status: TaskStatus | null, page: PageRequest): Promise<Page<TaskRow>>
  /** Those that wait for a person, the running, then the completed; each the newest word first. */
  board(page: PageRequest): Promise<Page<BoardTask>>
  boardCounts(): Promise<Readonly<Record<TaskStatus, number>>>
  /** A summary of a task. Its cost does not follow the number of messages. */
  facts(task: Pick<TaskRow, 'id' | 'first' | 'ended'>): Promise<TaskFacts>
  /** A task's messages without their bodies, oldest first. */
  messages(id: string, page: PageRequest): Promise<Page<Letter>>
  /**
   * The whole messages of one task after a cursor (`null`: from the first one). `characters` stops the list once the
   * bodies have that many: at least one is returned, if there is one.
   */
  history(
    id: string,
    after: MessageCursor | null,
    most: number,
    characters?: number,
  ): Promise<Arrivals<FullMessage, MessageCursor>>
  /** Messages of any task after a cursor. Bodies are left where they are: one that is lost stops nobody. */
  traffic(after: MessageCursor | null, most: number): Promise<Traffic>
  /**
   * The last messages between one agent or person and the others of a task, oldest first, without those that ended it.
   * `characters` leaves out earlier ones once the bodies have that many.
   */
  exchange(id: string, address: string, most: number, characters: number): Promise<readonly FullMessage[]>
  /** The senders and recipients in the task. The notice of its end went to everyone and makes nobody a participant. */
  participants(id: string): Promise<readonly string[]>
  /** Whether a message of the task, by this sender or (`null`) by anybody, went to an agent of another swarm. */
  hasWrittenTo(id: string, sender: string | null, swarm: string): Promise<boolean>
  /** How many copies of the task's messages, from this one on, were handed to their agents. */
  steps(id: string, since: number): Promise<number>
}

/** `since`: when something was said last. */
export type QuietTask = { readonly id: string; readonly since: number }

/** A server's data about a task, apart from its messages: owner, entrypoint and limit. */
export type CommissionStore = {
  /** Begins a task, or gives back the one that is there: what it was begun with stays. */
  open(task: NewCommission): Promise<{ readonly task: Commission; readonly created: boolean }>
  /** By its id, or by the one that other swarms know. */
  find(id: string): Promise<Commission | null>
  /** Newest first; of one owner or of all. */
  list(owner: string | null, most: number): Promise<readonly Commission[]>
  /** The ids of those that are not completed, oldest first; with `agent`: of those in which it got more than the notice of an end. */
  running(agent: string | null, page: PageRequest): Promise<Page<string>>
  /**
   * Running tasks in which people of this swarm asked something since they ended last, nobody said anything since a time, and no
   * runner has work in progress: the longest silence first.
   */
  quiet(swarm: string, since: number, most: number): Promise<readonly QuietTask[]>
  /** How one of an owner's tasks stands; `null` for anybody else's. */
  standing(owner: string, id: string): Promise<TaskStanding | null>
  /** An owner's tasks, the latest change first, and how many there are on all pages. Its cost grows with the owner's tasks. */
  standings(
    owner: string,
    filter: StandingFilter,
    page: PageRequest,
  ): Promise<Page<TaskStanding> & { readonly total: number }>
  /** Adds who is not yet among the contributors. */
  contribute(id: string, contributors: readonly string[]): Promise<void>
  limit(id: string, maxSteps: number | null): Promise<void>
}
