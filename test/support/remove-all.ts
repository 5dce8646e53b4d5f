import { rmSync } from 'node:fs'

/** Between two tries, ms, and the most of them. */
const between = 50
const most = 200

/**
 * Removes a folder in which a program may still write that was only just told to end: Node tries again to remove the folder,
 * not what came into it meanwhile.
 */
export function removeAll(folder: string): void {
  for (let tries = 1; ; tries += 1)
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tries === most) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, between)
    }
}
