import { after } from '../../src/after.ts'
import type { Post, Posted } from '../mail-store.ts'
import type { Delivering } from '../shared/delivering.ts'
import { deliver } from '../sql/sending/deliver.ts'
import { atOnce } from '../sql/work.ts'
import type { Connection } from './database/connection.ts'
import { isBusy, mailErrorOf } from './database/errors.ts'
import { shared } from './engine/shared.ts'

/** A thread that does other work while it waits for the lock stores together what its callers send at the same time. */
export function openDelivering(connection: Connection): Delivering {
  const now = (post: Post) => atOnce(deliver(shared(connection), post))
  return { deliver: connection.yields ? openQueueing(connection, now) : async (post) => now(post) }
}

/** The most messages stored together: other work of this thread runs in between. */
const mostTogether = 64
/** How often a locked store is tried again, with waits that grow to 10 ms. */
const mostTries = 3_000
const longest = 10

type Waiting = {
  readonly post: Post
  readonly resolve: (posted: Posted | null) => void
  readonly reject: (error: unknown) => void
}

/**
 * Stores messages that callers on this thread send at the same time in one transaction, each separately. Messages that come
 * while another process holds the lock waits with them: one call tries again, not each.
 */
function openQueueing(
  connection: Connection,
  deliver: (post: Post) => Posted | null,
): (post: Post) => Promise<Posted | null> {
  let waiting: Waiting[] = []
  let tries = 0

  function store(): void {
    const due = waiting.slice(0, mostTogether)
    let outcomes: readonly (() => void)[]
    connection.gather()
    try {
      outcomes = due.map(attempt)
      connection.commit()
    } catch (error) {
      const isLocked = isBusy(error)
      if (isLocked) leave(connection)
      if (isLocked && tries < mostTries) {
        after(Math.min(longest, 2 ** tries), store)
        tries += 1
        return
      }
      const problem = mailErrorOf(error, connection.location)
      outcomes = due.map(
        ({ reject }) =>
          () =>
            reject(problem),
      )
    }
    tries = 0
    waiting = waiting.slice(due.length)
    if (waiting.length > 0) setImmediate(store)
    for (const tell of outcomes) tell()
  }

  /** An error in one message goes to its sender alone. */
  function attempt({ post, resolve, reject }: Waiting): () => void {
    try {
      const posted = deliver(post)
      return () => resolve(posted)
    } catch (error) {
      if (isBusy(error)) throw error
      return () => reject(error)
    }
  }

  return (post) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(store)
      waiting.push({ post, resolve, reject })
    })
}

/** Nothing was gathered yet. */
function leave(connection: Connection): void {
  try {
    connection.commit()
  } catch {
    // It was not stored, as its callers are about to learn.
  }
}
