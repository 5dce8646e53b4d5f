/** How an act goes on within a slice of time. */
export type Pace = {
  /** How much one batch changes. */
  readonly batch: number
  /** Ends programs that an act started. */
  readonly stop: AbortSignal
  /** The agent, or another place in its order, after which an act goes on, if an earlier slice did not get to the end. */
  readonly after: string | null
  isOver(): boolean
  /** The act came so far: the next slice goes on behind this place. */
  mark(after: string): void
  /** Between two batches. `false`: the time is over, and the rest is for the next slice. */
  goesOn(): Promise<boolean>
}

/** A pace that is watched from outside: one act after the other. */
export type WatchedPace = Pace & {
  begin(after: string | null): void
  /** Whether the act was broken off, and how long its longest step took, ms. */
  end(): { readonly cut: boolean; readonly after: string | null; readonly longest: number }
}

/** @param between runs between two batches, with the time that the last one took, ms; `false` ends the slice */
export function openPace(
  batch: number,
  stop: AbortSignal,
  isOver: () => boolean,
  between: (took: number) => Promise<boolean>,
): WatchedPace {
  let [after, cut, longest, since]: [string | null, boolean, number, number] = [null, false, 0, 0]
  const step = () => {
    const took = performance.now() - since
    longest = Math.max(longest, took)
    return took
  }
  return {
    batch,
    stop,
    isOver() {
      const over = isOver()
      cut ||= over
      return over
    },
    get after() {
      return after
    },
    mark(agent) {
      after = agent
    },
    async goesOn() {
      const took = step()
      const goes = !isOver() && (await between(took))
      since = performance.now()
      cut ||= !goes
      return goes
    },
    begin(from) {
      after = from
      cut = false
      longest = 0
      since = performance.now()
    },
    end() {
      step()
      return { cut, after, longest }
    },
  }
}
