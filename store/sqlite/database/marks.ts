import { readSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ChangeKind, changeKinds } from '../../../src/domain/change-kind.ts'
import type { Rung } from '../../sql/rung.ts'
import { keepFile } from './kept-file.ts'

/**
 * One slot of a file for each kind of change. A writer puts a new stamp into the slots of what it alters, before its COMMIT and once
 * more after it: whoever sees a change in the database finds its mark, also where the writer died meanwhile. A change without a
 * mark, where the file could not be written, counts as one of every kind.
 */
export type Marks = {
  put(rung: Rung): void
  /** Of the last mark. The bell takes it along after the COMMIT of a change that alters everything, which is one write less. */
  readonly stamp: Uint8Array
  /** All slots; compared by `kindsBetween`. */
  look(): Buffer
}

/** One of a stamp's halves tells programs apart, the other one the changes of a program. */
const slot = 8
const slots = ['every', ...changeKinds, 'none'] as const
const size = slot * slots.length
const placeOf = (name: (typeof slots)[number]): number => slots.indexOf(name) * slot

const marksOfFolders = new Map<string, Marks>()

/** One for each folder and process, however many connections there are. */
export function openMarks(location: string): Marks {
  const file = join(resolve(location), 'marks')
  const known = marksOfFolders.get(file)
  if (known !== undefined) return known
  const marks = newMarks(file)
  marksOfFolders.set(file, marks)
  return marks
}

function newMarks(file: string): Marks {
  const stamp = Buffer.alloc(slot)
  stamp.writeUInt32LE(Math.floor(Math.random() * 2 ** 32))
  let count = 0
  // Of a mark that goes to a removed file nobody finds any: the change is taken for one of every kind.
  const { opened, forget } = keepFile(file)

  function put(name: (typeof slots)[number]): void {
    writeSync(opened(), stamp, 0, slot, placeOf(name))
  }

  return {
    stamp,
    put(rung) {
      count = (count + 1) % 2 ** 32
      stamp.writeUInt32LE(count, 4)
      try {
        if (rung === true) put('every')
        else if (rung === false) put('none')
        else for (const kind of rung) put(kind)
      } catch {
        forget()
      }
    },
    look() {
      const found = Buffer.alloc(size)
      try {
        readSync(opened(), found, 0, size, 0)
      } catch {
        forget()
      }
      return found
    },
  }
}

/** What changes between two looks can have altered: nothing where all of them are silent, everything where one is not known. */
export function kindsBetween(before: Buffer, after: Buffer): readonly ChangeKind[] {
  const isMarked = (name: (typeof slots)[number]): boolean => {
    const at = placeOf(name)
    return after.compare(before, at, at + slot, at, at + slot) !== 0
  }
  if (isMarked('every')) return changeKinds
  const kinds = changeKinds.filter(isMarked)
  return kinds.length > 0 || isMarked('none') ? kinds : changeKinds
}
