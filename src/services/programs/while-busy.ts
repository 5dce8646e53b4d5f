import { isMailError } from '../../domain/errors.ts'
import { runLease } from '../../domain/session.ts'

/** Between two tries, ms. */
const pause = 1_000

export function isBusy(error: unknown): boolean {
  return isMailError(error) && error.code === 'busy'
}

/**
 * What must be stored of finished work is tried again while the store is busy, its disk is full or the line to it is cut: as
 * long as the work's lease lasts, so that nobody else has begun it. Each deed must be safe to repeat.
 */
export async function whileBusy<T>(deed: () => Promise<T>): Promise<T> {
  for (let left = runLease / pause; ; left -= 1)
    try {
      return await deed()
    } catch (error) {
      if (!isBusy(error) || left <= 0) throw error
      await new Promise((next) => setTimeout(next, pause))
    }
}
