import type { Letter } from '../src/domain/message.ts'
import type { Page, PageRequest } from './page.ts'

/** Why mail needs one agent, each message under one reason only. */
export type MailConcern = 'escalation' | 'failed' | 'dead' | 'overdue' | 'unanswered' | 'urgent'

/** An answer is overdue once its request arrived before `overdueBefore`. */
export type AttentionMoment = { readonly now: number; readonly overdueBefore: number }

/** How many there are, and how many agents they are about. Both are exact. */
export type Tally = { readonly count: number; readonly agents: number }

/** An agent whose session ended while mail waits for it. */
export type Unattended = { readonly address: string; readonly since: number; readonly unread: number }

/** A queue that a person must see to: items that failed, or that wait although the queue is paused. */
export type TroubledQueue = {
  readonly name: string
  readonly status: string
  readonly failed: number
  readonly available: number
}

/** Everything that needs a person. An index answers every query, so its cost does not follow the size of the store. */
export type AttentionStore = {
  /** Every mail reason with its exact number; `request-failed` is counted like `failedRequests` lists it. */
  tally(
    owner: string,
    moment: AttentionMoment,
  ): Promise<Readonly<Record<MailConcern | 'request-failed', Tally>>>
  /** The mail of one reason: escalations by their deadline, urgent mail by rank, all other oldest first. */
  page(owner: string, why: MailConcern, moment: AttentionMoment, page: PageRequest): Promise<Page<Letter>>
  /** Frozen agents with unread mail, longest away first. */
  unattended(now: number): Promise<readonly Unattended[]>
  queues(now: number): Promise<readonly TroubledQueue[]>
}
