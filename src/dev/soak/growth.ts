import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

const every = 10_000

/** How large the processes and the files are, now and then. */
export function openGrowth(stage: Stage): void {
  const pen = stage.ledger.pen('growth')
  const times = new Map<number, number>()
  stage.drive('growth', pen, async () => {
    while (!stage.isOver) {
      for (const [of, value] of [...memoryOf(stage), ...upkeepTime(stage, times), ...filesOf(stage.location)])
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

/** Processor time of the busiest patrol since the last look, in percent of a core. Kernels count in hundredths of a second. */
function upkeepTime(stage: Stage, before: Map<number, number>): ReadonlyMap<string, number> {
  let largest = 0
  for (const { role, pid } of stage.targets) {
    if (role !== 'patrol' || pid === undefined) continue
    const spent = processorTime(pid)
    largest = Math.max(largest, spent - (before.get(pid) ?? 0))
    before.set(pid, spent)
  }
  return new Map([['processor of patrol, %', (largest * 100) / every]])
}

/** Since its start, ms; 0 if it is gone. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return 0
  }
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
