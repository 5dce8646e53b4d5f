import { vi } from 'vitest'
import { patience } from './patience.ts'

/** Looks again until it holds; only where it never does this takes its time. */
export function soon<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: patience, interval: 25 })
}
