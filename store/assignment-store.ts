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
   * Assigns the thread of a message to a supervisor, logged with the thread's first message. An assignment that already
   * exists is returned with its original change.
   * @throws MailError `not-found` no such message
   */
  assign(
    doer: Doer,
    message: number,
    supervisor: string,
    at: number,
  ): Promise<{
    readonly assignment: Assignment
    /** The previous supervisor. */
    readonly previous: string | null
    readonly deed: number
    readonly subject: string
  }>
  /** Of these threads, those that are in somebody's hands. */
  find(threads: readonly number[]): Promise<readonly Assignment[]>
}
