/** A write may take this long before the person sees a notice, ms: slow machines need some time without any lock. */
const patience = 2_500

/** Watches writes; reports when one of them stalls, and when all are through. */
export function openStalls(tell: (stalled: boolean) => void) {
  let waiting = 0
  let told = false
  let timer: NodeJS.Timeout | undefined
  const ended = (): void => {
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    if (told) tell(false)
    told = false
  }
  return {
    async during<T>(write: Promise<T>): Promise<T> {
      waiting += 1
      if (waiting === 1)
        timer = setTimeout(() => {
          told = true
          tell(true)
        }, patience)
      return write.finally(ended)
    },
    stop: () => clearTimeout(timer),
  }
}
