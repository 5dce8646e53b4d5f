import { readFileSync, realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { MailError } from '../../../src/domain/errors.ts'

/** File systems that other machines, or a virtual machine's host, write to as well: by Linux's numbers of them. */
const shared: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x01021997, '9p'],
  [0x65735546, 'FUSE or virtiofs'],
])

/** The name of a file system that is shared, by its type. Elsewhere than on Linux the types mean something else. */
export function sharedByType(type: number, platform: NodeJS.Platform = process.platform): string | null {
  // Where a `long` has 32 bits, the larger types come as negative numbers.
  return platform === 'linux' ? (shared.get(type >>> 0) ?? null) : null
}

/** WSL 1 gives its own disk and those of Windows, such as `/mnt/c`, one number. WSL 2 mounts them by 9p or virtiofs. */
const wsl = 0x53464846

/** The type that the list of mounts (`/proc/mounts`) has for a path; its last line for a folder counts. */
export function mountedType(mounts: string, path: string): string | null {
  const rows = mounts.split('\n').map((line) => {
    const [, at = '', type = ''] = line.split(' ')
    return {
      at: at.replace(/\\([0-7]{3})/gu, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
      type,
    }
  })
  const over = rows.filter(({ at }) => at === '/' || path === at || (at !== '' && path.startsWith(`${at}/`)))
  const longest = Math.max(...over.map(({ at }) => at.length))
  return over.findLast(({ at }) => at.length === longest)?.type ?? null
}

function sharedByMount(path: string): string | null {
  try {
    return mountedType(readFileSync('/proc/mounts', 'utf8'), path) === 'drvfs' ? 'drvfs' : null
  } catch {
    return null
  }
}

/** The name of the shared file system that contains a path, or will contain it; `null` for all others. */
export function sharedFileSystemOf(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    try {
      const { type } = statfsSync(at)
      return type === wsl ? sharedByMount(realpathSync(at)) : sharedByType(type)
    } catch {
      // Unreadable paths are refused later, when they are opened.
      if (dirname(at) === at) return null
    }
  }
}

/** @throws MailError `not-allowed` on a shared file system */
export function requireLocalFileSystem(path: string, store: string): void {
  const name = sharedFileSystemOf(path)
  if (name !== null) throw new MailError('not-allowed', whyNotShared(store, name), howToAllowShared)
}

export function whyNotShared(store: string, name: string): string {
  return `${store} is on a network or shared file system (${name}). SQLite cannot lock files reliably there, and mail could be lost.`
}

export const howToAllowShared =
  'Put the store on a local disk (--store PATH). If no other machine opens it, allow it with --allow-network-filesystem, or with `allow_network_filesystem: true` in your own config.yaml.'
