import { isMailError } from '../../domain/errors.ts'
import { withHint } from '../present.ts'

/** What went wrong, as a person reads it. What nobody can mend is told as it is. */
export function sentenceOf(error: unknown): string {
  if (isMailError(error)) return withHint(error.message, error.hint)
  return error instanceof Error ? `Unexpected: ${error.message}` : 'An unexpected error occurred.'
}
