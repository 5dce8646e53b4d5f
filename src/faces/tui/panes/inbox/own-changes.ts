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
