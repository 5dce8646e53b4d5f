import { type BigIntStats, type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FolderEntry, Refused } from '../../services/exchange/folder.ts'

const deepest = 8
/** Large folders in which no system keeps mail. */
const neverMail = new Set(['.git', 'node_modules'])
/** The clocks of some file systems advance no more often, ms. */
const tick = 2000

/** Every file below a folder, by path. Links and special files are reported but never followed. */
export function listFiles(
  root: string,
  single: string | null,
): { readonly files: readonly FolderEntry[]; readonly refused: readonly Refused[] } {
  const files: FolderEntry[] = []
  const refused: Refused[] = []
  const now = Date.now()

  function add(path: string): void {
    const found = lstatSync(join(root, path), { throwIfNoEntry: false, bigint: true })
    if (found === undefined) return
    if (found.isFile()) {
      const isSettled = Number(found.ctimeMs) < now - tick && Number(found.mtimeMs) < now - tick
      files.push({ path, size: Number(found.size), stamp: stampOf(found), isSettled })
    } else
      refused.push({
        where: path,
        why: found.isSymbolicLink() ? 'it is a link; links are not followed' : 'it is not a file',
      })
  }

  function walk(folder: string, depth: number): void {
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (neverMail.has(entry.name)) continue
      if (!entry.isDirectory()) add(path)
      else if (depth < deepest) walk(path, depth + 1)
    }
  }

  if (single === null) walk('', 1)
  else add(single)
  const byPath = (one: FolderEntry, other: FolderEntry) => (one.path < other.path ? -1 : 1)
  return { files: files.sort(byPath), refused }
}

/** A folder that went while we looked holds nothing. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function stampOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${ino}:${size}:${mtimeNs}:${ctimeNs}`
}
