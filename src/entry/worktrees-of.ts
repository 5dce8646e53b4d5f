import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Environment } from '../config.ts'
import type { WorktreeDriver } from '../services/worktree-driver.ts'
import { mainCheckoutOf } from '../store-place/worktree.ts'

/** The entries that mark the top of a worktree; without git it is the folder of the mail. */
const tops = ['.git', '.watchpost']

export function worktreesOf({ folder }: Pick<Environment, 'folder'>): WorktreeDriver {
  return {
    get folder() {
      return folder()
    },
    kindOf,
    of(from) {
      const top = tops.map((name) => topOf(from, name)).find((found) => found !== null)
      const root = top ?? folder()
      return { root, project: realOf(mainCheckoutOf(root) ?? root) }
    },
  }
}

function kindOf(path: string): 'folder' | 'file' | null {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    // It is not there, or a part of its path is a file.
    return null
  }
}

function topOf(from: string, name: string): string | null {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return folder
    if (dirname(folder) === folder) return null
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
