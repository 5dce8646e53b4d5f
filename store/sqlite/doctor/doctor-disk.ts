import { statfsSync, statSync } from 'node:fs'
import type { Finding } from '../../../src/domain/finding.ts'
import { upgradeBackupsOf } from '../backup/before-upgrade.ts'
import { howToAllowShared, sharedFileSystemOf, whyNotShared } from '../database/file-system.ts'
import { howToGoBack } from '../store-file.ts'
import type { StorePlace } from '../store-place.ts'
import type { Found } from './doctor-schema.ts'

const megabyte = 2 ** 20
/** The log beside the database grows to this size before it is written back. */
const wellFree = 16 * megabyte
/** With less than this the next message may not fit. */
const leastFree = megabyte

/** A disk without room for the next messages. */
export function examineDisk({ folder, file }: StorePlace): readonly Found[] {
  const disk = roomOf(file) ?? roomOf(folder)
  if (disk === null || (disk.bytes >= wellFree && disk.files)) return []
  const left = disk.files ? `${(disk.bytes / megabyte).toFixed(1)} MB left` : 'no room for another file'
  return [
    {
      finding: 'disk-full',
      severity: disk.files && disk.bytes >= leastFree ? 'advice' : 'damage',
      where: folder,
      why: `The disk has ${left}; a store needs ${wellFree / megabyte} MB to write safely.`,
      mend: 'Free some space on that disk; until then, commands that write may fail.',
    },
  ]
}

/** What upgrades left, so that one can go back. */
export function examineUpgradeBackups({ file }: StorePlace): readonly Found[] {
  return upgradeBackupsOf(file).map(({ path, schema }) => {
    const size = `${(statSync(path).size / megabyte).toFixed(1)} MB`
    return {
      finding: 'upgrade-backup',
      severity: 'advice',
      where: path,
      why: `It keeps the store as it was before its upgrade from schema ${schema} (${size}).`,
      mend: `Delete it when the newer version serves you well. ${howToGoBack(path)}`,
    }
  })
}

function roomOf(path: string): { readonly bytes: number; readonly files: boolean } | null {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(path)
    // File systems that make room for files as they come report none at all.
    return { bytes: bavail * bsize, files: files === 0 || ffree > 0 }
  } catch {
    return null
  }
}

/** A file system that other machines may write to as well: damage where commands refuse the store for it. */
export function examineFileSystem({ file, named }: StorePlace, allowed = false): Finding | null {
  const name = sharedFileSystemOf(file)
  if (name === null) return null
  return {
    finding: 'network-filesystem',
    severity: allowed ? 'advice' : 'damage',
    where: named,
    why: whyNotShared(named, name),
    mend: allowed ? 'Put the store on a local disk, or open it from one machine only.' : howToAllowShared,
    mended: false,
  }
}
