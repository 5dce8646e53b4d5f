import { MailError } from '../../src/domain/errors.ts'

/** `below`: ids from here on are not meant. `skip`: how many of the best were already given. */
export type Cursor = { readonly below: number; readonly skip: number }

export function parseCursor(text: string | null): Cursor {
  if (text === null) return { below: Number.MAX_SAFE_INTEGER, skip: 0 }
  const [below, skip = 0, ...more] = text.split('.').map(Number)
  if (below === undefined || !Number.isSafeInteger(below) || !Number.isSafeInteger(skip) || more.length > 0) {
    throw new MailError(
      'usage',
      `Invalid cursor of a search: ${text}`,
      'Use the value of `next` from the previous page.',
    )
  }
  return { below, skip }
}
