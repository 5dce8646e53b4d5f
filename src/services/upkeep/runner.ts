import { after, pause } from '../../after.ts'
import type { Context } from '../context.ts'
import { inCurrentStore } from '../reopened.ts'
import type { Manner } from './act.ts'

/** A process that ends sooner than this does not count as a runner. */
const settledIn = 2_000
/** Many processes of one store look at it for as long as they run, and mostly find that nothing is due. */
const [shortestLook, longestLook] = [5_000, 20_000]
/** How long an ending process waits for a step that is under way. */
const patience = 200

/** The shortest rest after a step, ms: a waiting sender sleeps no longer between two tries. */
const shortest = 12
/** A step is followed by a rest of this many times its length, so that upkeep takes a fifth of one core at most. */
const share = 4
const longest = 2_000

/** Lets senders, and this process's own work, in between two steps. */
export function restAfter(took: number): Promise<void> {
  const wait = Math.min(longest, Math.max(shortest, share * took))
  return pause(wait, { ref: false })
}

/**
 * Keeps a store in order for as long as this process runs, when its turn comes, and notifies its person. It never fails, and keeps no
 * process alive.
 */
export function keepUp(context: Context, { programs, rest = restAfter }: Manner): () => Promise<void> {
  const ending = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let timer = after(settledIn, look).unref()
  const alerting = namesPrograms(context) ? alertBeside(context) : null

  function look(): void {
    round = goRound().then((due) => {
      if (ending.signal.aborted) return
      // Not all at the same moment.
      const wait = Math.min(longestLook, due) + Math.random() * shortestLook
      timer = after(Math.max(shortestLook, wait), look).unref()
    })
  }

  async function goRound(): Promise<number> {
    try {
      const { roundBy } = await import('./keep-up.ts')
      return await inCurrentStore(context, (current) => roundBy(current, { programs, rest }, ending.signal))
    } catch {
      // The next look tries again.
      return 0
    }
  }

  return async () => {
    timer.stop()
    ending.abort()
    await Promise.race([
      Promise.all([round, alerting?.then((stop) => stop())]),
      pause(patience, { ref: false }),
    ])
  }
}

/** Whether the settings name programs that notify the person. Those that cannot be read name none; `doctor` says so. */
function namesPrograms({ settings }: Context): boolean {
  try {
    return settings.notify.programs.length > 0
  } catch {
    return false
  }
}

async function alertBeside(context: Context): Promise<() => Promise<void>> {
  const { keepAlerting } = await import('../alerts/keep-alerting.ts')
  return keepAlerting(context)
}
