import { after, type Timer } from '../../after.ts'

/** Wakes that come while nobody waits are not lost. */
export function openWaiting(signal: AbortSignal) {
  let awake = false
  let tell: (() => void) | undefined
  const wake = () => {
    awake = true
    tell?.()
  }
  signal.addEventListener('abort', wake)
  return {
    wake,
    rest: () => void (awake = false),
    /** Whether it was woken, rather than that the time was over. */
    async woken(milliseconds: number | null): Promise<boolean> {
      if (awake || signal.aborted) return true
      let timer: Timer | undefined
      await new Promise<void>((resolve) => {
        tell = resolve
        if (milliseconds !== null) timer = after(milliseconds, resolve)
      })
      tell = undefined
      timer?.stop()
      return awake
    },
    end: () => signal.removeEventListener('abort', wake),
  }
}
