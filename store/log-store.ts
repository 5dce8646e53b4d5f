import type { ChangeWord, RosterWord } from '../src/domain/change.ts'
import type { EventWord, MailEvent, Receipt } from '../src/domain/event.ts'
import type { JsonObject } from '../src/domain/json.ts'
import type { Kind } from '../src/domain/kind.ts'
import type { Letter } from '../src/domain/message.ts'
import type { Outcome } from '../src/domain/outcome.ts'
import type { Period, Statistics } from '../src/domain/statistics.ts'
import type { TaskStatus } from '../src/domain/task.ts'
import type { Arrivals, EventCursor, MessageCursor, RecordCursor } from './cursor.ts'
import type { Doer, Page, PageRequest } from './page.ts'

/** A change that undo or redo can reverse. */
export type LoggedChange = {
  readonly id: number
  readonly at: number
  readonly what: MailEvent['what']
  readonly messages: readonly number[]
  readonly actor: string
}

/** One change of an actor, whether it can be undone or not. */
export type JournalEntry = {
  /** The number by which undo finds it; `null` for a message that was sent. */
  readonly change: number | null
  readonly at: number
  readonly what: ChangeWord
  /** The actual actor, if different. */
  readonly principal: string | null
  /** The first hundred that it changed, and how many there are. */
  readonly messages: readonly number[]
  readonly count: number
  /** The subject of the first. */
  readonly subject: string
  /** The place, the recipients, or the owner of the copies where that is not the actor. */
  readonly about: string | null
  readonly undoable: boolean
  readonly undone: boolean
}

/** A line that was typed into an agent's terminal, or was to be. */
export type Nudge = {
  readonly at: number
  readonly actor: string
  /** The actual actor, if different. */
  readonly principal: string | null
  /** The start of the text. */
  readonly text: string
  /** `typed`, or why not. */
  readonly outcome: string
}

/** One record of the store: a message that was sent, what happened to one copy, or a change that no message is about. */
export type StoreRecord = {
  /** The cursor after it. */
  readonly cursor: RecordCursor
  /** The number of its change; `null` for a message that was sent. One change may have many records. */
  readonly change: number | null
  readonly at: number
  readonly actor: string
  /** The actual actor, if different. */
  readonly principal: string | null
  readonly session: string | null
  readonly command: string | null
  readonly what: EventWord | ChangeWord | RosterWord
  readonly message: number | null
  /** Whose copy. */
  readonly owner: string | null
  /** The place, the agent, the paths or the recipients, where it is about no copy. */
  readonly about: string | null
  readonly detail: JsonObject | null
}

export type Recorded = {
  readonly rows: readonly StoreRecord[]
  /** The cursor to continue from, also after an empty answer. */
  readonly next: RecordCursor
  /** There may be more by now. */
  readonly more: boolean
}

export type HandedTask = { readonly id: string; readonly status: TaskStatus }

export type LogStore = {
  /** All that happened to a message, oldest first, the sending itself first of all. */
  history(message: number, page: PageRequest): Promise<Page<MailEvent>>
  receipts(message: number, page: PageRequest): Promise<Page<Receipt>>
  /** The outcome of the copies of these messages, with a limit per message. */
  outcomes(messages: readonly number[], most: number): Promise<readonly Outcome[]>
  /**
   * Which of these messages were shown to an owner, whole, in part or by their headers, in one session; which of them in
   * part; for which the session was kept from stopping; and which were there already when it was last shown its mail
   * (by the newest message shown, or by the `upto` of a settlement), as far as the last ten thousand changes show. `newest`
   * comes after all messages: what is shown now is settled with it.
   */
  told(
    owner: string,
    session: string,
    messages: readonly number[],
  ): Promise<{
    readonly told: readonly number[]
    readonly portioned: readonly number[]
    readonly stopped: readonly number[]
    readonly earlier: readonly number[]
    readonly newest: MessageCursor
  }>
  /** The tasks of the mail that an owner was handed in these sessions (`null`: in any), the last one first. */
  tasksHanded(owner: string, sessions: readonly string[] | null): Promise<readonly HandedTask[]>
  /** Messages of a kind that an owner was handed in these sessions (`null`: in any), the last one first. */
  messagesHanded(
    owner: string,
    sessions: readonly string[] | null,
    kind: Kind,
    most: number,
  ): Promise<readonly number[]>
  /** The actor's last changes that can be undone (or redone), newest first. */
  undoable(actor: string, direction: 'undo' | 'redo', most: number): Promise<readonly LoggedChange[]>
  /** The actor's changes and sent messages since a time (`null`: all), newest first. */
  journal(actor: string, since: number | null, page: PageRequest): Promise<Page<JournalEntry>>
  /**
   * Reverses one change completely: the actor's last one, or `change`.
   * @throws `nothing` · `not-found` no such change · `conflict` if it cannot be undone, or a copy was changed since
   */
  reverse(
    doer: Doer,
    direction: 'undo' | 'redo',
    at: number,
    change?: number,
  ): Promise<{ readonly change: LoggedChange; readonly letters: readonly Letter[] }>
  /** Notes a nudge, and in the history of the message that it was about. */
  noteNudge(
    nudge: Pick<Nudge, 'at' | 'text' | 'outcome'> & {
      readonly doer: Doer
      readonly agent: string
      readonly message: number | null
    },
  ): Promise<void>
  /** The last nudges of an agent, newest first. */
  nudges(agent: string, most: number): Promise<readonly Nudge[]>
  /** Events after a cursor (`null`: from the first one). */
  since(after: EventCursor | null, most: number): Promise<Arrivals<MailEvent, EventCursor>>
  /** Stands after all events that there are. */
  newest(): Promise<EventCursor>
  /**
   * All that was recorded after a cursor (`null`: from the first), each once, and what one program recorded in its order. Of changes that
   * were under way at the same time either may come first.
   * @throws `conflict` where this store has not recorded as much: it was restored, or it is another one
   */
  recorded(after: RecordCursor | null, most: number): Promise<Recorded>
  /** Stands after all that was recorded. */
  newestRecord(): Promise<RecordCursor>
}

/** One thing that an agent did, sent or got. */
export type Moment = {
  readonly at: number
  readonly what: EventWord | 'got'
  readonly message: number
  readonly subject: string
  readonly kind: string
  /** Its sender, or the owner of the copy that it was about. */
  readonly other: string
}

/** What a person who was away wants to know: work that ended, decisions, work that went to another. */
export type Happening = {
  readonly at: number
  readonly what: 'finished' | 'failed' | 'decided' | 'handed-on'
  readonly by: string
  readonly message: number
  readonly subject: string
  /** The owner of the copy, the sender of the escalation, the recipient of the handoff, or who decided the debate. */
  readonly other: string
  /** What was said about it, or decided. */
  readonly reason: string | null
  /** The thread of the debate that was decided. */
  readonly debate: number | null
}

export type Happened = {
  readonly rows: readonly Happening[]
  /** How often each agent did each. */
  readonly counts: readonly (Pick<Happening, 'what' | 'by'> & { readonly count: number })[]
  /** False where more happened than was looked at. */
  readonly whole: boolean
}

export type StatisticsStore = {
  /**
   * What others than one agent did in a time: the newest first, `most` of each sort. At most the newest 200,000 messages and changes are
   * looked at. What was undone since, and mail that nobody works on, leave no trace here.
   */
  happened(
    asked: { readonly since: number; readonly until: number; readonly besides: string },
    most: number,
  ): Promise<Happened>
  /** When an agent sent or changed something on purpose since a time, the newest first; upkeep does not count. */
  active(agent: string, since: number, most: number): Promise<readonly number[]>
  /** The statistics of a period, from its messages and changes alone: at most the newest 200,000 of each. */
  read(period: Period): Promise<Statistics>
  /** An agent's sent mail, received mail and changes, newest first. The cursor holds one position for each of the three. */
  timeline(
    agent: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<{ readonly rows: readonly Moment[]; readonly next: string | null }>
}
