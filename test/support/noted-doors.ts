import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFile } from './batch.ts'

/** Doors that programs open for themselves, whose processes are known. */
export function noteDoors(folder: string) {
  const pids = join(folder, 'pids')
  return {
    /** The address of a door of one's own to a store, with these variables in its environment. */
    to(store: string, environment: NodeJS.ProcessEnv = {}): string {
      const set = Object.entries(environment).map(([name, value]) => `${name}='${value}'`)
      return `exec:echo $$ >> ${pids}; ${[...set, 'exec', process.execPath, programFile].join(' ')} --store ${store} door`
    },
    /** One of the last ones, if it has not ended by itself. */
    kill(random: () => number): void {
      const known = existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').slice(-8) : []
      try {
        process.kill(Number(known[Math.floor(random() * known.length)]), 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    },
  }
}
