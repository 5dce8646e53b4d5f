import { closeSync, constants, fstatSync } from 'node:fs'
import { openOwnFile } from './own-file.ts'

/** For how many seconds what is written may go to a removed file. */
const longestDeaf = 1

/** A small file of the store that stays open, since it is written with each change. */
export type KeptFile = {
  /** Its descriptor. Opens the file if needed, and again if it was removed. @throws as the system does */
  opened(): number
  /** Closes it; the next use opens it again. */
  forget(): void
}

export function keepFile(file: string): KeptFile {
  let fd: number | null = null
  let checkedAt = 0

  function forget(): void {
    const open = fd
    fd = null
    if (open === null) return
    try {
      closeSync(open)
    } catch {
      // Nothing was kept in it.
    }
  }

  return {
    opened() {
      // `performance` takes 0.8 ms of a start to be made.
      const now = process.uptime()
      if (fd !== null && now - checkedAt > longestDeaf) {
        checkedAt = now
        if (fstatSync(fd).nlink === 0) forget()
      }
      if (fd !== null) return fd
      checkedAt = now
      fd = openOwnFile(file, constants.O_RDWR)
      return fd
    },
    forget,
  }
}
