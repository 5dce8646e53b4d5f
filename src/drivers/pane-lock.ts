import { linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { pause } from '../after.ts'
import { MailError, refusalOf } from '../domain/errors.ts'
import { trySmallFile } from '../small-file.ts'
import { hasEnded, ownName } from './processes.ts'

/** Longer than any nudge takes, ms: a holder on another machine or in another container cannot be looked at. */
const longestHold = 40_000
const between = 50

/**
 * Waits until nobody else types into a pane. The lock file is beside the server's socket, so that it holds for every store and
 * every user of that server. A holder that died loses it; tmux's own lock (`wait-for -L`) would outlive its holder.
 * @throws MailError `busy` · `not-allowed`
 */
export async function lockPane(socket: string, pane: string): Promise<() => void> {
  const path = `${socket}.watchpost${pane.replace(/\W/gu, '-')}.lock`
  const name = ownName(Date.now())
  const content = `${name} ${crypto.randomUUID()}`
  for (const deadline = performance.now() + 2 * longestHold; performance.now() < deadline; ) {
    if (create(path, content)) return () => release(path, content)
    breakStale(path)
    await pause(between)
  }
  throw new MailError('busy', `Another process is typing into pane ${pane}.`, 'Try again later.')
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw refusalOf(error, path) ?? error
  }
}

function release(path: string, content: string): void {
  if (trySmallFile(path, 'person') === content) rmSync(path, { force: true })
}

/** Renames the lock first, so that of several processes that break it none removes the next one's. */
function breakStale(path: string): void {
  const found = trySmallFile(path, 'person')
  if (found === null || !isStale(path, found)) return
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (trySmallFile(aside, 'person') !== found) linkSync(aside, path)
  } catch {
    // Somebody else broke it, or holds it by now.
  } finally {
    rmSync(aside, { force: true })
  }
}

function isStale(path: string, content: string): boolean {
  const [name = ''] = content.split(' ')
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
  return hasEnded(name) || Date.now() - since > longestHold
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
