import { MailError } from '../../src/domain/errors.ts'
import type { RecordCursor } from '../cursor.ts'
import type { Recorded } from '../log-store.ts'
import type { Connection } from './connection.ts'
import type { Work } from './work.ts'

/** A row of the record: a message, a change that no message is about, or what happened to one copy. */
export type RecordPlace = {
  readonly of: 'message' | 'deed' | 'event'
  readonly number: number
  readonly cursor: RecordCursor
}

export type RecordPlaces = Omit<Recorded, 'rows'> & { readonly places: readonly RecordPlace[] }

/** In which order an engine stored what it recorded, and what a cursor is in it. */
export type RecordOrder = {
  /** @param at a moment: all looks belong to one */
  after(at: Connection, cursor: RecordCursor | null, most: number): Work<RecordPlaces>
  /** After all that was recorded. */
  newest(at: Connection): Work<RecordCursor>
}

/** The store was restored from a backup, or another one is at its place. */
export function laterCursor(after: string): MailError {
  return new MailError(
    'conflict',
    `This store has not recorded as much as the cursor tells: ${after}`,
    'The store was restored or replaced. Start again with --since, and compare with what you have.',
  )
}
