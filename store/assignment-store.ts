import type { Doer } from './page.ts'

/** In whose hands a thread is, and who put it there. */
export type Assignment = {
  readonly thread: number
  readonly supervisor: string
  readonly by: string
  readonly at: number
}

export type AssignmentStore = {
  /**
   * Puts the thread of a message into somebody's hands, logged with the thread's first message. What is so already stays
   * as it is and is told again, with the same deed. @throws MailError `not-found` no such message
   */
  assign(
    doer: Doer,
    message: number,
    supervisor: string,
    at: number,
  ): Promise<{
    readonly assignment: Assignment
    /** Who had it before this deed. */
    readonly previous: string | null
    readonly deed: number
    readonly subject: string
  }>
  /** Of these threads, those that are in somebody's hands. */
  find(threads: readonly number[]): Promise<readonly Assignment[]>
}
