const shortest = 1
const longest = 10
const cell = new Int32Array(new SharedArrayBuffer(4))

/** Sleeps without turning the event loop; each further try sleeps longer, by chance, so that waiters spread out. */
export function pause(tries: number): void {
  const most = Math.min(longest, shortest * 2 ** Math.min(tries, 8))
  Atomics.wait(cell, 0, 0, shortest + Math.random() * (most - shortest))
}
