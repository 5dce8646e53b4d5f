import type { Context } from '../operation.ts'

/** A process that ends sooner than this does not count as a runner. */
const settledIn = 2_000
const lookEvery = 5_000
/** How long an ending process waits for a step that is under way. */
const patience = 200

/**
 * Keeps a store in order for as long as this process runs, when its turn comes; `programs`: also starts what the
 * settings name. It never fails, and keeps no process alive.
 */
export function keepUp(context: Context, { programs }: { readonly programs: boolean }): () => Promise<void> {
  const ending = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let timer = setTimeout(look, settledIn)
  timer.unref()

  function look(): void {
    round = goRound().finally(() => {
      if (ending.signal.aborted) return
      timer = setTimeout(look, lookEvery)
      timer.unref()
    })
  }

  async function goRound(): Promise<void> {
    try {
      await (await import('./keep-up.ts')).roundBy(context, programs, ending.signal)
    } catch {
      // The next look tries again.
    }
  }

  return async () => {
    clearTimeout(timer)
    ending.abort()
    await Promise.race([round, new Promise((resolve) => setTimeout(resolve, patience).unref())])
  }
}
