/** As long as this a write may take before it is told, ms: on a slow machine some take their time and wait for nobody. */
const patience = 2_500

/** Watches writes, and tells when one of them does not come through, and when all of them did. */
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
