import { closeSync, constants, fstatSync, readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openOwnFile } from './own-file.ts'

/** Writers ring after COMMIT; watchers of the file then compare versions. A lost ring only costs time. */
export type Bell = {
  readonly file: string
  /** How often this process rang: its own commits do not show in `PRAGMA data_version`. */
  readonly rings: number
  ring(): void
  /** Whether a program of an earlier version rang since `forgetPlain`. */
  isPlain(): boolean
  forgetPlain(): void
  /** Calls back at each ring of this process; gives back how to stop that. */
  onRing(listener: () => void): () => void
  close(): void
}

/** For how many seconds a ring may go to a removed file; watchers poll in the meantime. */
const longestDeaf = 1

/** Bytes are written quicker than text. */
const ring = new Uint8Array([0x31])
/** Programs of earlier versions, which mark nothing (`marks.ts`), ring at the first byte. */
const [plainAt, ringAt] = [0, 1]

const bells = new Map<string, Bell>()

/** One bell a folder and process, however many connections there are. */
export function openBell(location: string): Bell {
  const file = join(resolve(location), 'bell')
  const known = bells.get(file)
  if (known) return known
  const bell = newBell(file)
  bells.set(file, bell)
  return bell
}

function newBell(file: string): Bell {
  const listeners = new Set<() => void>()
  let fd: number | null = null
  let rings = 0
  let checkedAt = 0
  return {
    file,
    get rings() {
      return rings
    },
    ring() {
      rings += 1
      try {
        writeSync(openFile(), ring, 0, 1, ringAt)
      } catch {
        // The mail is stored; watchers find it with their next poll.
        forget()
      }
      for (const listener of listeners) queueMicrotask(listener)
    },
    isPlain() {
      const found = new Uint8Array(1)
      try {
        readSync(openFile(), found, 0, 1, plainAt)
      } catch {
        forget()
      }
      return found[0] === ring[0]
    },
    forgetPlain() {
      if (!this.isPlain()) return
      try {
        writeSync(openFile(), new Uint8Array(1), 0, 1, plainAt)
      } catch {
        forget()
      }
    },
    onRing(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      forget()
    },
  }

  function openFile(): number {
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
  }

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
}
