import { type Ended, reasonOf } from './run.ts'

/** How work was left by the program that did it. */
export type LeftWork = {
  readonly end: Ended
  /** The time that it had, if that ran out. */
  readonly timeout: string | null
  /** Somebody asked it to stop before it was done. */
  readonly stopped: boolean
  /** Why its output could not be sent as the answer. */
  readonly unsent: string | null
  /** The work is still its own, and an answer to it is owed. */
  readonly owes: boolean
  /** A coding agent ends with exit code 0 also if it was allowed nothing; every other program says by it that it is done. */
  readonly isCodingAgent: boolean
}

export type WorkEnd =
  | { readonly verb: 'complete' | 'unread' }
  | { readonly verb: 'fail'; readonly reason: string }

/** Whether work is done once its program is over, has failed, or goes back to be done by somebody else. */
export function endOfWork(left: LeftWork): WorkEnd {
  const { end, timeout, stopped, unsent, owes, isCodingAgent } = left
  if (end.exit !== 0 || timeout !== null)
    return stopped && timeout === null ? { verb: 'unread' } : { verb: 'fail', reason: reasonOf(end, timeout) }
  if (unsent !== null) return { verb: 'fail', reason: `The answer could not be sent: ${unsent}` }
  if (!owes || !isCodingAgent) return { verb: 'complete' }
  return stopped
    ? { verb: 'unread' }
    : { verb: 'fail', reason: reasonOf(end, null, 'ended without an answer') }
}
