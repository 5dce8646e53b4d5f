import { readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { keepFile } from './kept-file.ts'

/** Whether a program of an earlier version rang, which marks nothing, and the last stamp. */
export type Heard = { readonly isPlain: boolean; readonly stamp: Uint8Array }

/** Writers ring after COMMIT; watchers of the file then compare versions. A lost ring only costs time. */
export type Bell = {
  readonly file: string
  /** How often this process rang: its own commits do not show in `PRAGMA data_version`. */
  readonly rings: number
  /** With a stamp (`marks.ts`) of a change that alters everything; without one of a change that is marked elsewhere. */
  ring(stamp?: Uint8Array): void
  heard(): Heard
  /** Programs of earlier versions count from now on. */
  forgetPlain(): void
  /** Calls back at each ring of this process; gives back how to stop that. */
  onRing(listener: () => void): () => void
  close(): void
}

/** Bytes are written quicker than text. */
const ring = new Uint8Array([0x31])
/** Programs of earlier versions ring at the first byte. */
const [plainAt, ringAt, stampAt, size] = [0, 1, 8, 16]

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
  // A ring that goes to a removed file is lost: watchers poll in the meantime.
  const { opened, forget } = keepFile(file)
  let rings = 0
  return {
    file,
    get rings() {
      return rings
    },
    ring(stamp) {
      rings += 1
      try {
        if (stamp === undefined) writeSync(opened(), ring, 0, 1, ringAt)
        else writeSync(opened(), stamp, 0, size - stampAt, stampAt)
      } catch {
        // The mail is stored; watchers find it with their next poll.
        forget()
      }
      for (const listener of listeners) queueMicrotask(listener)
    },
    heard() {
      const found = new Uint8Array(size)
      try {
        readSync(opened(), found, 0, size, 0)
      } catch {
        forget()
      }
      return { isPlain: found[plainAt] === ring[0], stamp: found.subarray(stampAt) }
    },
    forgetPlain() {
      try {
        writeSync(opened(), new Uint8Array(1), 0, 1, plainAt)
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
}
