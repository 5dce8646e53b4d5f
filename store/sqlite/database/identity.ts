import { statSync } from 'node:fs'
import { MailError } from '../../../src/domain/errors.ts'

/** Whether the file that a connection has open is still the one at its path. It was removed or replaced otherwise. */
export type Identity = {
  isCurrent(): boolean
  /** The same as `require`, once a second at most. */
  glance(): void
  /** @throws MailError `no-store` unless it still is */
  require(): void
  /**
   * The same inside a change that holds the lock, for a store whose content a restored backup replaced.
   * @throws MailError `no-store`
   */
  requireContent(): void
}

/**
 * Every restored backup has another value of this fact. SQLite's own counter of the schema would not do: it also rises where the search
 * index is rebuilt.
 */
export const restoredFact = 'restored'

/** Seconds between two glances. */
const glanceEvery = 1

/** Device and inode. A second handle on the file would tell as much, and its closing would drop SQLite's locks. */
export function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/** A connection that was once found to be elsewhere stays so: what it has read is of another store. */
export function openIdentity(
  path: string,
  opened: string | null,
  location: string,
  content: () => unknown,
): Identity {
  const openedContent = content()
  let isElsewhere = false
  let lookedAt = process.uptime()
  const isCurrent = (): boolean => {
    lookedAt = process.uptime()
    isElsewhere ||= now(path) !== opened || hasOtherContent()
    return !isElsewhere
  }
  const hasOtherContent = (): boolean => {
    try {
      return content() !== openedContent
    } catch {
      // Whoever needs the file meets the error.
      return false
    }
  }
  const require = (): void => {
    if (!isCurrent()) throw elsewhere(location, now(path) === null)
  }
  return {
    isCurrent,
    require,
    requireContent() {
      isElsewhere ||= content() !== openedContent
      if (isElsewhere) throw replaced(location)
    },
    glance() {
      if (isElsewhere || process.uptime() - lookedAt > glanceEvery) require()
    },
  }
}

/** A path that nobody can look at any more names nothing. */
function now(path: string): string | null {
  try {
    return identityOf(path)
  } catch {
    return null
  }
}

function elsewhere(location: string, isGone: boolean): MailError {
  return isGone ? removed(location) : replaced(location)
}

export function removed(location: string): MailError {
  return new MailError(
    'no-store',
    `The store at ${location} was removed. Nothing is saved.`,
    'Run `watchpost backup restore FILE` with a backup, or create the store again with `watchpost init`.',
  )
}

function replaced(location: string): MailError {
  return new MailError(
    'no-store',
    `The store at ${location} was replaced by another. This change is not in it.`,
    'Try again.',
  )
}
