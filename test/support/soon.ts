import { vi } from 'vitest'

/** Looks again until it holds; only where it never does this takes its time. */
export function soon<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 30_000, interval: 25 })
}
