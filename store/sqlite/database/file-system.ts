import { statfsSync } from 'node:fs'
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

/** The name of the shared file system that contains a path, or will contain it; `null` for all others. */
export function sharedFileSystemOf(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    try {
      return sharedByType(statfsSync(at).type)
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
