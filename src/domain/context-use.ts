/** How much of its context a session has used, as its coding agent wrote it: nobody has checked it. */
export type ContextUse = {
  readonly tokens: number
  /** How many fit; `null` where the coding agent does not write it. */
  readonly window: number | null
}

/** No model has more, so it is no number of tokens. */
const mostTokens = 1_000_000_000

/** `null`: the numbers that were written say nothing. Every number of them is hostile. */
export function contextUse(tokens: unknown, window: unknown = null): ContextUse | null {
  if (!isTokens(tokens)) return null
  return { tokens, window: isTokens(window) ? window : null }
}

function isTokens(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= mostTokens
}

/** The used share of the window in percent; `null` without a window. */
export function contextShare({ tokens, window }: ContextUse): number | null {
  return window === null ? null : Math.min(999, Math.round((tokens / window) * 100))
}
