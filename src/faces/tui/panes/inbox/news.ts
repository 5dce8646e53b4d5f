import { parseId } from '../../../../domain/id.ts'
import type { Row } from './row.ts'

/** Messages that arrived before and behind the loaded pages, in the order of the list. */
export type Beyond = { readonly above: readonly string[]; readonly below: readonly string[] }

export type News = Beyond & {
  /** The newest message when the rows were read; `null` if the source does not say. */
  readonly newest: string | null
}

export const nothingBeyond: Beyond = { above: [], below: [] }

/**
 * Whether a row's message arrived after another; `null` if that is unknown. Numbers of messages that were sent at the same
 * moment may lie either way: enough for a mark that is only drawn.
 */
export function arrivedAfter(row: Row, since: string | null): boolean | null {
  if (since === null || row.type !== 'mail') return null
  const [message, mark] = [parseId(row.message.id), parseId(since)]
  return message.form === 'short' && mark.form === 'short' ? message.id > mark.id : null
}

/**
 * Your own changes that are under way, and the first request for rows whose answer shows the last of them; `null` once
 * that was answered. Rows that leave the list until then left by your own hand.
 */
export type OwnChanges = { readonly out: number; readonly until: number | null }

export const noChanges: OwnChanges = { out: 0, until: null }

export function isOwnChange({ out, until }: OwnChanges): boolean {
  return out > 0 || until !== null
}

/** The rows are there as they were when this was asked. */
export function changesTold({ out, until }: OwnChanges, request: number): OwnChanges {
  return until === null || request < until ? { out, until } : { out, until: null }
}
