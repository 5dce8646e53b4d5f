import { join } from 'node:path'
import type { PinnedKeys } from '../domain/public-keys.ts'
import type { KeyRing } from '../services/key-driver.ts'
import { readSmallFile } from '../small-file.ts'
import { folderOf, makeOwnFolders, writeOwnFile } from './key-files.ts'

type Whose = { readonly sender: string; readonly store: string; readonly holder: string }

/** A key that was taken off the list is kept behind this sign. */
const goneSign = '-'

export function pinsIn(folder: string): Pick<KeyRing, 'pinned' | 'pin'> {
  return {
    pinned: async (sender, store, holder) => readPinned(folder, { sender, store, holder }),
    pin: async (sender, store, holder, keys) => writePinned(folder, { sender, store, holder }, keys),
  }
}

/**
 * What a sender remembers lies beside its keys, outside every store, so that nobody who writes into a store changes it. Each
 * holder has a file: two that seal at the same time lose nothing. @throws MailError `not-allowed` for what others can read
 */
function readPinned(folder: string, whose: Whose): PinnedKeys | null {
  const text = readSmallFile(pathsOf(folder, whose).path, 'secret')
  if (text === null) return null
  const keys = text.split('\n').filter((line) => line !== '')
  return {
    sealedFor: keys.filter((key) => !key.startsWith(goneSign)),
    gone: keys.filter((key) => key.startsWith(goneSign)).map((key) => key.slice(goneSign.length)),
  }
}

/** @throws MailError `not-allowed` where a link is in the way */
function writePinned(folder: string, whose: Whose, { sealedFor, gone }: PinnedKeys): void {
  const { folders, path } = pathsOf(folder, whose)
  makeOwnFolders(...folders)
  const lines = [...sealedFor, ...gone.map((key) => `${goneSign}${key}`)]
  writeOwnFile(path, lines.map((line) => `${line}\n`).join(''))
}

function pathsOf(
  folder: string,
  { sender, store, holder }: Whose,
): { readonly folders: readonly string[]; readonly path: string } {
  const own = folderOf(folder, sender)
  const pinned = join(own, 'pinned')
  const here = folderOf(pinned, store)
  return { folders: [folder, own, pinned, here], path: `${folderOf(here, holder)}.txt` }
}
