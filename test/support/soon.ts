import { vi } from 'vitest'
import { patience } from './patience.ts'

/** Looks again until it holds; only where it never does this takes its time. */
export function soon<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: patience, interval: 25 })
}

/** Looks again until it is true, which may take as long as a look does. What was waited for is told where it never came. */
export async function until(
  look: () => boolean | Promise<boolean>,
  what: string | (() => unknown) = String(look),
  longest = patience,
): Promise<void> {
  const end = Date.now() + longest
  while (!(await look())) {
    if (Date.now() > end)
      throw new Error(`It never came: ${typeof what === 'string' ? what : JSON.stringify(await what())}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
