import { isMailError, MailError } from '../domain/errors.ts'
import type { Place } from '../store-place/find-store.ts'

/** Lists where a store was looked for, if none was named. */
export function whereLooked(error: unknown, { location, how }: Place): unknown {
  if (how !== 'data' || !isMailError(error) || error.code !== 'no-store') return error
  const message = `There is no store in this folder, in its parents, or in ${location}.`
  return new MailError('no-store', message, error.hint)
}
