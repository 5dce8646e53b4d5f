import type { PageRequest } from '../../store/mail-store.ts'
import { MailError } from '../domain/errors.ts'
import { number, text } from './input.ts'

const most = 500

export const cursorField = text('Continue after this cursor: the `next` of the previous page', {
  placeholder: 'CURSOR',
})

export const pageFields = {
  limit: number(`Show at most N (50, up to ${most})`),
  after: cursorField,
} as const

/** @throws MailError `usage` when more than a page is asked for */
export function pageOf(
  input: { readonly limit?: number | undefined; readonly after?: string | undefined },
  longest = most,
): PageRequest {
  const limit = input.limit ?? 50
  if (limit < 1 || limit > longest)
    throw new MailError(
      'usage',
      `--limit must be between 1 and ${longest}, not ${limit}.`,
      'Get the rest page by page with --after.',
    )
  return { limit, after: input.after ?? null }
}

/** The cursor of a list that is at hand: how many rows came before. @throws `usage` */
export function numberFrom(after: string | null): number {
  const from = Number(after ?? 0)
  if (Number.isSafeInteger(from) && from >= 0) return from
  throw new MailError('usage', `Invalid cursor: ${after}`, 'Use the value of `next` from the previous page.')
}
