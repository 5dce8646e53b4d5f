import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { trySmallFile } from '../small-file.ts'

/** The state that the screen keeps for its next start. Losing it does no harm, so errors here are not reported. */
export function openScreenMemory(path: string) {
  const read = (): unknown => {
    try {
      return JSON.parse(trySmallFile(path, 'person') ?? 'null')
    } catch {
      return null
    }
  }
  return {
    read,
    /** Changes these parts and keeps parts that another screen wrote since. */
    write(parts: object): void {
      const kept = { ...(read() as object | null), ...parts }
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(kept)}\n`, { mode: 0o600 })
        renameSync(`${path}.${process.pid}`, path)
      } catch {
        // The next start begins without it.
      }
    },
  }
}
