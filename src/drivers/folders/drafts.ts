import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listFiles } from './listing.ts'

/** Written aside under this name, and then put in place. */
export function draftPath(path: string): string {
  return `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`
}

const draftName = /\.(\d{1,10})\.[0-9a-f]{8}\.tmp$/u
/** A process that writes a draft on another machine is not seen here, ms; it takes milliseconds. */
const settled = 60_000

/** Removes the drafts that a killed program left in a folder, or beside its one file. Files of any other name stay. */
export function removeDrafts(root: string, single: string | null): void {
  const paths =
    single === null
      ? listFiles(root, null).files.map(({ path }) => path)
      : readdirSync(root).filter((name) => name.startsWith(`${single}.`))
  for (const path of paths) if (isLeft(join(root, path))) rmSync(join(root, path), { force: true })
}

function isLeft(path: string): boolean {
  const [, pid] = draftName.exec(basename(path)) ?? []
  if (pid === undefined || isAlive(Number(pid))) return false
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !found.isFile() || found.nlink > 1) return false
  const us = process.getuid?.()
  const isOurs = us === undefined || found.uid === us
  return isOurs && found.mtimeMs < Date.now() - settled
}

/** Also one of another user, to whom no signal may be sent. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
