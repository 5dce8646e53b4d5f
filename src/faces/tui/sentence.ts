import { isMailError } from '../../domain/errors.ts'
import { withHint } from '../present.ts'

/** An error, as a person reads it. An error that nobody can mend is shown as it is. */
export function sentenceOf(error: unknown): string {
  if (isMailError(error)) return withHint(error.message, error.hint)
  return error instanceof Error ? `Unexpected: ${error.message}` : 'An unexpected error occurred.'
}
