import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'
import type { DecisionFile } from '../../sql/debates/debates.ts'

const decisionFile = 'SUBPOR.md'

/**
 * The file of a project's decisions; people write in it too. It is beside a project's `.watchpost/`,
 * or beside the mail itself if the store has its own folder.
 */
export function openDecisionFile(location: string): DecisionFile {
  const path = join(basename(location) === '.watchpost' ? dirname(location) : location, decisionFile)
  return {
    append(entries) {
      try {
        return appendTo(path, entries)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new MailError(
          'not-allowed',
          `${path} cannot be written: ${why}`,
          'The decision is stored; `watchpost patrol` writes the entry later.',
        )
      }
    },
  }
}

/** Never through a link: the folder may have come with a project. */
const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW

function appendTo(path: string, entries: Parameters<DecisionFile['append']>[0]): ReadonlySet<string> {
  const fd = openSync(path, flags, 0o644)
  try {
    const found = fstatSync(fd)
    if (!found.isFile()) throw new Error('it is not a file')
    if (found.nlink > 1) throw new Error('it has a second name (a hard link)')
    const before = readFileSync(fd, 'utf8')
    const missing = entries.filter(({ mark }) => !before.includes(mark))
    if (missing.length === 0) return new Set()
    const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    const bytes = Buffer.from(gap + missing.map(({ entry }) => entry).join('\n'))
    if (writeSync(fd, bytes) !== bytes.length) {
      ftruncateSync(fd, found.size)
      throw new Error('the disk may be full')
    }
    fsyncSync(fd)
    return new Set(missing.map(({ mark }) => mark))
  } finally {
    closeSync(fd)
  }
}
