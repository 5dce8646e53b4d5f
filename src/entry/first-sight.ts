import { accessSync, constants, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Environment } from '../config.ts'
import type { FirstSight } from '../domain/first-sight.ts'
import { hasMail, locateStore, storeHere } from '../store-place/find-store.ts'

/** What somebody sees who runs the program where no store is; `null` where one is, or is named. @throws as `locateStore` */
export function firstSight(flag: string | undefined, environment: Environment): FirstSight | null {
  const found = locateStore(flag, environment)
  if (found.door !== null || hasMail(found.location)) return null
  // Settings above this folder say where the store of a project belongs.
  const here = storeHere(flag, environment).location
  if (found.how !== 'data' && (found.how !== 'folder' || found.location !== here)) return null
  const folder = dirname(here)
  return {
    location: here,
    looked:
      found.how === 'data'
        ? `in this folder, in its parents, or in ${environment.dataFolder}`
        : 'in this folder',
    isWritable: isWritable(folder),
    isRoot: process.getuid?.() === 0,
    isHome: folder === realPathOf(environment.home),
    canAnswer: environment.marked().length === 0,
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
