/** Runs one task of a kind at a time; of those that come meanwhile only the newest is kept. */
export type Lane = { push(task: () => Promise<void>): void; idle(): Promise<void> }

export function openLane(): Lane {
  let running = false
  let next: (() => Promise<void>) | undefined
  const waiting: (() => void)[] = []
  const run = async (first: () => Promise<void>): Promise<void> => {
    running = true
    let task: typeof next = first
    while (task !== undefined) {
      next = undefined
      await task()
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
