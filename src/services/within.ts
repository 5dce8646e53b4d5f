import { after, type Timer } from '../after.ts'

/**
 * Waits for a promise, at most for the given milliseconds; the work itself continues.
 * @throws what it throws in time
 */
export async function within(milliseconds: number, task: Promise<unknown>): Promise<void> {
  let timer: Timer | undefined
  const over = new Promise<void>((resolve) => {
    timer = after(milliseconds, resolve)
  })
  try {
    await Promise.race([task, over])
  } finally {
    timer?.stop()
  }
}
