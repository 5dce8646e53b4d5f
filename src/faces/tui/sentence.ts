import { isElsewhere, isMailError, withHint } from '../../domain/errors.ts'

/** Short, and the same whatever was asked for: it is what a person has to know, also in 50 columns. */
export const storeGone = 'The store was removed. Nothing is saved.'

/** An error, as a person reads it. An error that nobody can mend is shown as it is. */
export function sentenceOf(error: unknown): string {
  if (isElsewhere(error)) return storeGone
  if (isMailError(error)) return withHint(error)
  return error instanceof Error ? `Unexpected: ${error.message}` : 'An unexpected error occurred.'
}
