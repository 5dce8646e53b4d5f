import { closeSync, constants, openSync, readFileSync, type Stats, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
/** What a team may well keep in its repository: settings, which start no programs. */
const shared = [':!config.yaml', ':!.gitignore']

/**
 * Whether a store that was found upward came with somebody's repository: then its mail is whatever they wrote, and would
 * be put into prompts here. A folder that was looked at bears its own number, which none that was copied can know, so
 * that git is asked once.
 */
export function cameByGit(
  path: string,
  { dev, ino }: Stats,
  { programs, home }: { readonly programs: readonly string[]; readonly home: string },
): boolean {
  const mark = join(path, 'here')
  const number = `${dev}:${ino}\n`
  if (readMark(mark) === number) return false
  const { spawnSync } = createRequire(process.execPath)(
    'node:child_process',
  ) as typeof import('node:child_process')
  // Nothing that the repository's own settings name is started.
  const words = ['-c', 'core.fsmonitor=false', '-C', path, 'ls-files', '--', '.', ...shared]
  const env = { PATH: programs.join(delimiter), HOME: home }
  const { status, stdout } = spawnSync('git', words, { env, encoding: 'utf8' })
  if (status === 0 && stdout !== '') return true
  writeMark(mark, number)
  return false
}

function readMark(mark: string): string | null {
  try {
    return readFileSync(mark, 'utf8')
  } catch {
    return null
  }
}

function writeMark(mark: string, number: string): void {
  try {
    const fd = openSync(mark, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
    writeSync(fd, number)
    closeSync(fd)
  } catch {
    // Where nothing can be written git is asked each time.
  }
}
