import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { foreignRows } from '../../../store/foreign/foreign-rows.ts'
import { currentFolder, pathFrom, usualPlaces } from '../../config.ts'
import { MailError } from '../../domain/errors.ts'
import type { Folder, FolderDriver } from '../../services/exchange/folder.ts'
import { removeDrafts } from './drafts.ts'
import {
  appendLines,
  changeFile,
  contentOf,
  linesOf,
  putFile,
  type Replaced,
  readBeginning,
  readEnd,
  readWhole,
  removeFile,
} from './files.ts'
import { listFiles } from './listing.ts'
import { requireInside } from './safe-path.ts'
import { openScratch } from './scratch.ts'
import { waitForChange } from './waiting.ts'

/** Folders of other systems, on this machine. */
export const folders: FolderDriver = {
  async open(path, purpose, within = []) {
    const whole = innermost(pathFrom({ folder: currentFolder }, path), within)
    const found = kindAt(whole)
    const isFile = found === null ? purpose === 'write' && /\.(?:jsonl?|txt)$/u.test(whole) : found === 'file'
    if (found === null && purpose === 'read')
      throw new MailError('not-found', `There is nothing at ${path}.`, 'Give an existing folder or file.')
    if (found === null) mkdirSync(isFile ? dirname(whole) : whole, { recursive: true })
    const root = realpathSync(isFile ? dirname(whole) : whole)
    const single = isFile ? basename(whole) : null
    if (purpose === 'write') removeDrafts(root, single)
    return openFolder(root, single)
  },
  usual: async () => usualPlaces(),
}

/** A link that leads nowhere is nothing, and so is what would lie below a file. */
function kindAt(path: string): 'folder' | 'file' | null {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    throw error
  }
}

/** The folder that is meant: `.cccc` for the `mailbox` in it, also where both are made. The target of a link is not in it. */
function innermost(whole: string, within: readonly string[]): string {
  for (const inner of within) {
    const below = join(whole, inner)
    if (existsSync(below) && realpathSync(below) === join(realpathSync(whole), inner)) return below
    const [first, ...rest] = inner.split('/')
    if (rest.length > 0 && basename(whole) === first && !existsSync(whole)) return join(whole, ...rest)
  }
  return whole
}

function openFolder(root: string, single: string | null): Folder {
  const at = (path: string) => requireInside(root, path)
  const replaced: Replaced[] = []
  return {
    single,
    name: basename(root),
    place: createHash('sha256').update(root).digest('hex').slice(0, 16),
    list: () => listFiles(root, single),
    read: (path) => (existsSync(at(path)) ? readWhole(at(path), path) : null),
    end: (path, most) => (existsSync(at(path)) ? readEnd(at(path), path, most) : null),
    lines: (path, from, see) => (existsSync(at(path)) ? linesOf(at(path), from, see) : []),
    rows: (path, database) => (existsSync(at(path)) ? foreignRows(at(path), database) : []),
    beginning: (path, length, see) => existsSync(at(path)) && readBeginning(at(path), length, see),
    append: (path, lines, patient) => appendLines(at(path), lines, patient),
    put: (path, text) => putFile(at(path), text),
    change(path, was, text) {
      const changed = changeFile(at(path), was, text)
      if (changed !== null && changed !== 'made') replaced.push({ ...changed, path })
      return changed !== null
    },
    strays: () => strays(replaced),
    remove: (path) => removeFile(at(path)),
    scratch: openScratch,
    changed: (signal, most) => waitForChange(root, signal, most),
  }
}

/** Long enough for a program that opened a file before it was replaced to finish writing. */
const writing = 2000

/** Data written into replaced files afterwards. Each is reported once; after a while no writer can be left. */
function strays(replaced: Replaced[]): readonly { readonly path: string; readonly text: string }[] {
  const found: { path: string; text: string }[] = []
  for (const one of replaced.splice(0)) {
    const text = contentOf(one.fd)
    if (text !== one.was && text !== '') found.push({ path: one.path, text })
    if ((text !== one.was && text !== '') || performance.now() - one.at > writing) closeSync(one.fd)
    else replaced.push(one)
  }
  return found
}
