import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { trySmallFile } from '../small-file.ts'

/**
 * The main checkout of the git work tree that begins in a folder; `null` where none begins. Git's own files are read,
 * and no program of it is started: a repository may name programs. The repository must know the work tree, too, so
 * that a `.git` file that came with a project leads nowhere.
 */
export function mainCheckoutOf(folder: string): string | null {
  return worktreeOf(folder)?.checkout ?? null
}

/** The same with git's private folder of the work tree. */
export function worktreeOf(folder: string): { readonly own: string; readonly checkout: string } | null {
  const link = join(folder, '.git')
  if (lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return null
  const own = pathIn(link, folder, /^gitdir: (.+)$/mu)
  const common = own === null ? null : pathIn(join(own, 'commondir'), own)
  const back = own === null ? null : pathIn(join(own, 'gitdir'), own)
  if (own === null || common === null || back === null) return null
  try {
    if (realpathSync(back) !== realpathSync(link)) return null
    const repository = realpathSync(common)
    return { own, checkout: basename(repository) === '.git' ? dirname(repository) : repository }
  } catch {
    return null
  }
}

function pathIn(file: string, from: string, form = /^(.+)$/mu): string | null {
  const path = form.exec(trySmallFile(file, 'store') ?? '')?.[1]?.trim()
  return path ? resolve(from, path) : null
}
