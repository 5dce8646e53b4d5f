import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

const every = 10_000

/** How large the processes and the files are, now and then. */
export function openGrowth(stage: Stage): void {
  const pen = stage.ledger.pen('growth')
  stage.drive('growth', pen, async () => {
    while (!stage.isOver) {
      for (const [of, value] of [...memoryOf(stage), ...filesOf(stage.location)])
        pen({ what: 'size', of, value, at: Date.now() })
      for (const end = Date.now() + every; Date.now() < end && !stage.isOver; ) await stage.later(200)
    }
  })
}

/** Resident memory of the largest process of each role, MB. */
function memoryOf(stage: Stage): ReadonlyMap<string, number> {
  const largest = new Map<string, number>()
  for (const { role, pid } of stage.targets) {
    if (pid === undefined) continue
    const size = residentOf(pid)
    const of = `memory of ${role}, MB`
    if (size > (largest.get(of) ?? 0)) largest.set(of, size)
  }
  return largest
}

function residentOf(pid: number): number {
  try {
    return Math.round(
      Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    )
  } catch {
    return 0
  }
}

function filesOf(location: string): ReadonlyMap<string, number> {
  const sizeOf = (name: string) => statSync(join(location, name), { throwIfNoEntry: false })?.size ?? 0
  const files = readdirSync(location, { recursive: true })
  return new Map([
    ['store, MB', sizeOf('mail.db') / 2 ** 20],
    ['its log, MB', sizeOf('mail.db-wal') / 2 ** 20],
    ['files beside it', files.length],
  ])
}
