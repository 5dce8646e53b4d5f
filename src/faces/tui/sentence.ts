import { isMailError, withHint } from '../../domain/errors.ts'

/** An error, as a person reads it. An error that nobody can mend is shown as it is. */
export function sentenceOf(error: unknown): string {
  if (isMailError(error)) return withHint(error)
  return error instanceof Error ? `Unexpected: ${error.message}` : 'An unexpected error occurred.'
}
