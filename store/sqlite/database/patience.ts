const [first, least, longest] = [5, 0.5, 10]
/** Changes take a fraction of a millisecond: after this many tries the lock belongs to longer work. */
const manyTries = 60
const cell = new Int32Array(new SharedArrayBuffer(4))

/**
 * Sleeps without turning the event loop, by chance, so that waiters spread out. Whoever has waited longer sleeps less, and is sooner
 * the next one: sleeps that grow let the newest overtake all others.
 */
export function pause(tries: number): void {
  const about = tries < manyTries ? Math.max(least, first - tries) : longest
  Atomics.wait(cell, 0, 0, about * (0.5 + Math.random()))
}
