import { closeSync, constants, fstatSync, ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openOwnFile, requireOwnFolders } from '../../store/sqlite/database/own-file.ts'
import { otherSessions } from '../setup/commands.ts'

/** A session that died left its line: after so long without any other it counts no more. */
const kept = 7 * 24 * 60 * 60_000
const mostKept = 50

/**
 * Notes the sessions whose agent is not the default one: the shell's guard knows the default agent only, and looks no
 * further while no such session is there. Where it cannot be noted the guard is as it was.
 */
export function noteOtherSession(store: string, session: string, isOther: boolean, now: number): void {
  try {
    const path = join(store, 'signals', otherSessions)
    requireOwnFolders(dirname(path))
    const fd = openOwnFile(path, constants.O_RDWR)
    try {
      const isOld = now - fstatSync(fd).mtimeMs > kept
      const before = readFileSync(fd, 'utf8')
      const line = JSON.stringify(session)
      const others = isOld ? [] : before.split('\n').filter((one) => one !== '' && one !== line)
      const lines = isOther ? [...others.slice(1 - mostKept), line] : others
      const after = lines.map((one) => `${one}\n`).join('')
      if (after === before) return
      ftruncateSync(fd, 0)
      writeSync(fd, after, 0)
    } finally {
      closeSync(fd)
    }
  } catch {
    // A read-only store: its signal files say nothing new either.
  }
}
