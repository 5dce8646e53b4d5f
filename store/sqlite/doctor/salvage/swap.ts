import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFile } from '../../../shared/new-file.ts'

/** The names of a salvaged file until it has its place, and of the damaged one from then on. */
type Places = { readonly ready: string; readonly aside: string }

export function placesOf(file: string, now: number): Places {
  const time = new Date(now).toISOString().replace(/\..*$/u, '').replace(/[-:]/gu, '')
  for (let number = 1; ; number += 1) {
    const stamp = number === 1 ? time : `${time}-${number}`
    const places = { ready: `${file}.salvaged-${stamp}`, aside: `${file}.damaged-${stamp}` }
    if (!existsSync(places.aside) && !existsSync(places.ready)) return places
  }
}

/**
 * A new file has no log, and the old one keeps its own. For a moment neither is there, so that nobody opens one with the log of the
 * other; and what somebody made in that moment stays.
 */
export function swap(file: string, ready: string, aside: string): void {
  if (existsSync(file)) renameSync(file, aside)
  for (const end of ['-wal', '-journal'])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`)
  rmSync(`${file}-shm`, { force: true })
  linkSync(ready, file)
  syncFile(dirname(file))
  rmSync(ready)
}

/** A process that died in that moment left a whole file, which only needs its place. */
export function interrupted(file: string): Places | null {
  if (existsSync(file)) return null
  const start = `${basename(file)}.salvaged-`
  const name = namesBeside(file).find((one) => one.startsWith(start))
  if (name === undefined) return null
  return { ready: join(dirname(file), name), aside: `${file}.damaged-${name.slice(start.length)}` }
}

export function leftBeside(file: string): readonly string[] {
  const starts = [`.${basename(file)}.salvage.`, `${basename(file)}.salvaged-`]
  const left = namesBeside(file).filter((name) => starts.some((start) => name.startsWith(start)))
  return left.map((name) => join(dirname(file), name))
}

function namesBeside(file: string): readonly string[] {
  return existsSync(dirname(file)) ? readdirSync(dirname(file)) : []
}
