/**
 * Waits for a promise, at most for the given milliseconds; the work itself continues.
 * @throws what it throws in time
 */
export async function within(milliseconds: number, task: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    await Promise.race([task, over])
  } finally {
    clearTimeout(timer)
  }
}
