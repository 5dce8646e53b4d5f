import { closeSync, constants, ftruncateSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { openOwnFile, requireOwnFolders } from '../../store/sqlite/database/own-file.ts'
import { openSignals } from '../../store/sqlite/database/signals.ts'
import type { RunningHelpers } from '../faces/hook/running-helpers.ts'
import { runningHelpers } from '../setup/commands.ts'
import { trySmallFile } from '../small-file.ts'

/** A session that died leaves its helpers behind: after so long they count no more, ms. */
const longest = 60 * 60_000

const { O_RDWR, O_APPEND } = constants

type Line = { readonly session: string; readonly at: number; readonly change: 1 | -1 }

/**
 * Keeps, beside the agent's signal file, which of its sessions run helpers: a line for each that began or ended. Hooks that run at
 * the same moment only add lines, so none is lost. The file is empty again after the turn.
 */
export function keptHelpers(store: string, agent: string, now: number): RunningHelpers {
  const path = `${openSignals(store).path(agent)}${runningHelpers}`
  const isOld = (at: number) => at <= now - longest || at > now + longest
  const lines = () => (trySmallFile(path, 'store') ?? '').split('\n').filter((line) => line !== '')

  function write(text: string, how: 'add' | 'replace'): void {
    try {
      requireOwnFolders(dirname(path))
      const fd = openOwnFile(path, O_RDWR | O_APPEND)
      try {
        if (how === 'replace') ftruncateSync(fd, 0)
        writeSync(fd, text)
      } finally {
        closeSync(fd)
      }
    } catch {
      // In a store that may not be written no mail is marked as read either.
    }
  }

  return {
    began: (session) => write(textOf({ session, at: now, change: 1 }), 'add'),
    ended: (session) => write(textOf({ session, at: now, change: -1 }), 'add'),
    forget(session) {
      const before = lines()
      const others = before.filter((line) => {
        const read = lineIn(line)
        return read !== null && read.session !== session && !isOld(read.at)
      })
      if (others.length < before.length) write(others.map((line) => `${line}\n`).join(''), 'replace')
    },
    isAny(session) {
      const own = lines().flatMap((line) => lineIn(line) ?? [])
      const young = own.filter((one) => one.session === session && !isOld(one.at))
      return young.reduce((running, { change }) => Math.max(0, running + change), 0) > 0
    },
  }
}

function textOf({ session, at, change }: Line): string {
  return `${JSON.stringify([session, at, change])}\n`
}

function lineIn(text: string): Line | null {
  try {
    const [session, at, change] = JSON.parse(text) as readonly unknown[]
    if (typeof session !== 'string' || typeof at !== 'number') return null
    return change === 1 || change === -1 ? { session, at, change } : null
  } catch {
    return null
  }
}
