import { after } from '../../../after.ts'

/** Time as the terminal needs it, handed in so that tests can hold it still. Milliseconds. */
export type Clock = {
  now(): number
  /** Runs something later and gives back how to call it off. */
  after(delay: number, run: () => void): () => void
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(delay, run) {
    return after(delay, run).stop
  },
}
