import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { MailError } from '../domain/errors.ts'
import type { Folder, FolderDriver } from '../operations/exchange/folder.ts'
import { appendLines, changeFile, linesOf, putFile, readWhole, removeFile } from './files.ts'
import { listFiles } from './listing.ts'
import { requireInside } from './safe-path.ts'
import { waitForChange } from './waiting.ts'

/** Folders of other systems, on this machine. */
export const folders: FolderDriver = {
  async open(path, purpose) {
    const whole = resolve(path)
    const found = lstatSync(whole, { throwIfNoEntry: false })
    const isFile =
      found === undefined
        ? purpose === 'write' && /\.(?:jsonl?|txt)$/u.test(whole)
        : !lstatSync(realpathSync(whole)).isDirectory()
    if (found === undefined && purpose === 'read')
      throw new MailError(
        'not-found',
        `There is nothing at ${path}.`,
        'Name a folder or a file that is there.',
      )
    if (found === undefined) mkdirSync(isFile ? dirname(whole) : whole, { recursive: true })
    return openFolder(realpathSync(isFile ? dirname(whole) : whole), isFile ? basename(whole) : null)
  },
}

function openFolder(root: string, single: string | null): Folder {
  const at = (path: string) => requireInside(root, path)
  return {
    single,
    list: () => listFiles(root, single),
    read: (path) => (existsSync(at(path)) ? readWhole(at(path), path) : null),
    lines: (path) => (existsSync(at(path)) ? linesOf(at(path)) : []),
    append: (path, lines) => appendLines(at(path), lines),
    put: (path, text) => putFile(at(path), text),
    change: (path, was, text) => changeFile(at(path), was, text),
    remove: (path) => removeFile(at(path)),
    changed: (signal, most) => waitForChange(root, signal, most),
  }
}
