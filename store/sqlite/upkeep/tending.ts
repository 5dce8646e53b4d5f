import { closeSync, openSync, readSync } from 'node:fs'
import type { Connection } from '../database/connection.ts'
import type { Database } from '../database/driver.ts'
import { isBusy } from '../database/errors.ts'
import { openTextIndex, type TextIndex } from '../search/text-index.ts'

/** A search takes the unindexed tail along, so a few messages are not worth a write that wakes everybody. */
const worthIndexing = 64
const largestLog = 64 * 2 ** 20
const patience = 200

/** A command leaves more behind: it is over sooner than a search by it would be. */
const worthTidying = 256
/** A command that finds nobody else at work has to read the log through before it can begin. */
const longestReread = 512 * 1024

/** The upkeep of a store that stays open, slice by slice; `version` shows whether anything changed since. */
export function openTending(
  connection: Connection,
  version: () => string,
  index: TextIndex = openTextIndex(connection),
): () => Promise<boolean> {
  let before = ''
  let checkpointed = ''

  return async () => {
    if (connection.readOnly) return false
    if (index.behind() >= worthIndexing) {
      index.step()
      return index.behind() >= worthIndexing
    }
    const now = version()
    const idle = now === before
    before = now
    if (isLogBeyond(connection, largestLog)) checkpoint(connection, 'TRUNCATE', patience)
    else if (idle && checkpointed !== now) {
      checkpoint(connection, 'PASSIVE', patience)
      checkpointed = now
    }
    return false
  }
}

/** Whether no other process writes at this moment. */
function isFree(database: Database): boolean {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** Tidies up before a process that wrote ends: slices of the index for this long, then the log. It waits for nobody. */
export function tidyUp(
  connection: Connection,
  milliseconds: number,
  index: TextIndex = openTextIndex(connection),
): void {
  if (connection.readOnly) return
  const end = process.uptime() + milliseconds / 1000
  while (index.behind() >= worthTidying && isFree(connection.database)) {
    index.step()
    if (process.uptime() > end) break
  }
  if (isLogBeyond(connection, longestReread)) checkpoint(connection, 'TRUNCATE', 0)
}

const probe = new Uint8Array(1)

/** Reads one byte at that place instead of the size: a process waits longer for its first `Stats`. */
function isLogBeyond({ database }: Connection, bytes: number): boolean {
  let fd: number | undefined
  try {
    fd = openSync(`${database.name}-wal`, 'r')
    return readSync(fd, probe, 0, 1, bytes) > 0
  } catch {
    return false
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Waits for readers at most `longest` ms, because writers wait behind it. */
function checkpoint({ database, identity }: Connection, mode: 'PASSIVE' | 'TRUNCATE', longest: number): void {
  if (!identity.isCurrent()) return
  const usual = database.pragma('busy_timeout', { simple: true }) as number
  database.pragma(`busy_timeout = ${longest}`)
  try {
    database.pragma(`wal_checkpoint(${mode})`)
  } catch {
    // Somebody is busy; the next time will do.
  } finally {
    database.pragma(`busy_timeout = ${usual}`)
  }
}
