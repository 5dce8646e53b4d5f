import { MailError } from '../../src/domain/errors.ts'

/** A page's beginning that is a number; `start` for the first page. */
export function numberCursor(after: string | null, start: number): number {
  if (after === null) return start
  const number = Number(after)
  if (after !== '' && Number.isSafeInteger(number)) return number
  throw badCursor(after)
}

export function badCursor(after: string): MailError {
  return new MailError(
    'usage',
    `No page begins after ${after}`,
    'Give back what `next` of the page before said.',
  )
}

/** A page of what is already in order, by the name that each row bears. */
export function pageByName<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  after: string | null,
  limit: number,
): { readonly rows: readonly T[]; readonly next: string | null } {
  const rest = after === null ? rows : rows.filter((row) => nameOf(row) > after)
  const shown = rest.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rest.length > limit && last !== undefined ? nameOf(last) : null }
}
