import type { MailEvent, Receipt } from '../src/domain/event.ts'
import type { Letter } from '../src/domain/message.ts'
import type { Outcome } from '../src/domain/outcome.ts'
import type { Doer, Page, PageRequest } from './page.ts'

export type Deed = {
  readonly id: number
  readonly at: number
  readonly what: MailEvent['what']
  readonly messages: readonly number[]
  readonly actor: string
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

export type LogStore = {
  /** All that happened to a message, oldest first, the sending itself first of all. */
  history(message: number, page: PageRequest): Promise<Page<MailEvent>>
  receipts(message: number, page: PageRequest): Promise<Page<Receipt>>
  /** The outcome of the copies of these messages, with a limit per message. */
  outcomes(messages: readonly number[], most: number): Promise<readonly Outcome[]>
  /**
   * Which of these messages were shown to an owner, whole, in part or by their headers, in one session; which of them in
   * part; for which the session was kept from stopping; up to which message it was told then what there was (the newest shown, or the `upto` of a settlement), as far as the last ten thousand deeds
   * know; and the newest message of all.
   */
  told(
    owner: string,
    session: string,
    messages: readonly number[],
  ): Promise<{
    readonly told: readonly number[]
    readonly portioned: readonly number[]
    readonly stopped: readonly number[]
    readonly upto: number
    readonly newest: number
  }>
  /** The actor's last changes that can be undone (or redone), newest first. */
  undoable(actor: string, direction: 'undo' | 'redo', most: number): Promise<readonly Deed[]>
  /** Reverses one change completely. @throws `nothing` · `conflict` if a copy was changed since, and by whom */
  reverse(
    doer: Doer,
    direction: 'undo' | 'redo',
    at: number,
  ): Promise<{ readonly deed: Deed; readonly letters: readonly Letter[] }>
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
  /** Events after a sequence number, oldest first. */
  since(seq: number, most: number): Promise<readonly MailEvent[]>
}
