import { own } from './own.ts'

/** The longest wait that the settings need not ask for, ms. */
export const longestUsualWait = 300_000

/**
 * How long a request waits for a person where the settings do not say, ms. Claude Code and opencode show their own prompt meanwhile, so nobody
 * waits for the hook. Codex shows only that a hook runs: its person waits for the prompt.
 */
const waits: Readonly<Record<string, number>> = {
  'Claude Code': longestUsualWait,
  opencode: longestUsualWait,
  Codex: 10_000,
}

export function usualWait(harness: string | null): number {
  return own(waits, harness ?? '') ?? 30_000
}
