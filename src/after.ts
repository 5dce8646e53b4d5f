/** The longest time that a timer of Node takes, ms: with a longer one it fires at once. */
const longest = 2 ** 31 - 1

export type Timer = {
  readonly stop: () => void
  /** The timer keeps no process alive from now on. */
  readonly unref: () => Timer
}

/** Runs something once, after a time of any length, ms. Every time that is not a constant passes here. */
export function after(milliseconds: number, run: () => void): Timer {
  let [left, isHeld] = [milliseconds, true]
  let handle: NodeJS.Timeout
  const plan = (): void => {
    const part = Math.min(left, longest)
    left -= part
    handle = setTimeout(left > 0 ? plan : run, part)
    if (!isHeld) handle.unref()
  }
  plan()
  const timer: Timer = {
    stop: () => clearTimeout(handle),
    unref() {
      isHeld = false
      handle.unref()
      return timer
    },
  }
  return timer
}

/** Runs something again and again, with this time between, ms, until it is stopped. */
export function every(milliseconds: number, run: () => void): Timer {
  let isHeld = true
  let next: Timer
  const plan = (): void => {
    next = after(milliseconds, () => {
      plan()
      run()
    })
    if (!isHeld) next.unref()
  }
  plan()
  const timer: Timer = {
    stop: () => next.stop(),
    unref() {
      isHeld = false
      next.unref()
      return timer
    },
  }
  return timer
}

type PauseOptions = {
  /** Ends the pause early. */
  readonly signal?: AbortSignal
  /** Whether the pause keeps the process alive. */
  readonly ref?: boolean
}

export function pause(milliseconds: number, { signal, ref = true }: PauseOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = (): void => {
      timer.stop()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = after(milliseconds, end)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', end)
  })
}
