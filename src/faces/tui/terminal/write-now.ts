import { writeSync } from 'node:fs'

/** Writes to a terminal before returning, so that it also works while the process is dying. */
export function writeNow(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  const deadline = performance.now() + 1_000
  let at = 0
  while (at < bytes.length) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      // A terminal that does not take bytes now may in a moment; one that is gone (EIO, EPIPE) never will.
      const full = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!full || performance.now() > deadline) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2)
    }
  }
}
