/** Runs one task of a kind at a time; of tasks that arrive during it, only the newest is kept. */
export type Lane = { push(task: LaneTask): void; idle(): Promise<void> }
/** A task of several steps asks between them whether a newer one waits for its end. */
export type LaneTask = (superseded: () => boolean) => Promise<void>

export function openLane(): Lane {
  let running = false
  let next: LaneTask | undefined
  const waiting: (() => void)[] = []
  const run = async (first: LaneTask): Promise<void> => {
    running = true
    let task: typeof next = first
    while (task !== undefined) {
      next = undefined
      await task(() => next !== undefined)
      task = next
    }
    running = false
    for (const wake of waiting.splice(0)) wake()
  }
  return {
    push(task) {
      if (running) next = task
      else void run(task)
    },
    idle: () => (running ? new Promise((wake) => void waiting.push(wake)) : Promise.resolve()),
  }
}

/** Runs tasks in their order, none left out. */
export type Line = { push(task: () => Promise<void>): void; idle(): Promise<void> }

export function openQueue(): Line {
  let last: Promise<void> = Promise.resolve()
  return {
    push(task) {
      last = last.then(task)
    },
    idle: () => last,
  }
}
