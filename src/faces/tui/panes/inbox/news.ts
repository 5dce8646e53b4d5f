import { parseId } from '../../../../domain/id.ts'
import type { Beyond, OwnChanges, Row } from '../../model/list.ts'

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

export const noChanges: OwnChanges = { out: 0, until: null }

export function isOwnChange({ out, until }: OwnChanges): boolean {
  return out > 0 || until !== null
}

/** The rows are there as they were when this was asked. */
export function changesTold({ out, until }: OwnChanges, request: number): OwnChanges {
  return until === null || request < until ? { out, until } : { out, until: null }
}
