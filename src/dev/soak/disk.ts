import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

/** Set in a soak that has a disk of its own. */
const mark = 'WATCHPOST_SOAK_DISK'
/** It lies in memory, so a short run gets a smaller one, MB. */
const sizeFor = (lasts: number) => (lasts < 600_000 ? 96 : 512)
const [fullFor, seesRoomAfter] = [4_000, 1_500]

/** The folder of the small disk, where there is one. */
export const ownDisk = (): string | null => process.env[mark] || null

/**
 * Runs this program again with a small disk in memory, which only it and what it starts can see: a mount in a namespace
 * of its own needs no privileges. `null` where the system does not allow that.
 */
export function withOwnDisk(folder: string, lasts: number): number | null {
  const mount = `mount -t tmpfs -o size=${sizeFor(lasts)}m,mode=700 tmpfs "$0"`
  const unshare = ['-U', '-r', '-m', 'sh', '-c']
  if (spawnSync('unshare', [...unshare, mount, folder], { stdio: 'ignore' }).status !== 0) return null
  const args = [...unshare, `${mount} && exec "$@"`, folder, process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [mark]: folder } })
  return status ?? 1
}

/** Fills the disk to its last byte for a moment, and empties it again. */
export function openDisk(stage: Stage, disk: string): void {
  const pen = stage.ledger.pen('disk')
  stage.drive('disk', pen, async () => {
    const ballast = join(disk, 'ballast')
    try {
      while (!stage.isEnding) {
        const next = Date.now() + stage.about(stage.options.fillEvery)
        while (Date.now() < next && !stage.isEnding) await stage.later(200)
        if (stage.isEnding) return
        stage.fullUntil = Number.POSITIVE_INFINITY
        pen({ what: 'disk', full: true, at: Date.now() })
        for (const end = Date.now() + fullFor; Date.now() < end; await stage.later(100)) fill(ballast)
        rmSync(ballast, { force: true })
        stage.fullUntil = Date.now() + seesRoomAfter
        pen({ what: 'disk', full: false, at: Date.now() })
      }
    } finally {
      rmSync(ballast, { force: true })
    }
  })
}

/** Takes what room there is. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (let size = 2 ** 20; size >= 1; ) {
      try {
        writeSync(descriptor, Buffer.alloc(size))
      } catch {
        size = Math.floor(size / 16)
      }
    }
  } finally {
    closeSync(descriptor)
  }
}
