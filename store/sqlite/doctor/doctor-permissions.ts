import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { upgradeBackupsOf } from '../backup/before-upgrade.ts'
import type { StorePlace } from '../store-place.ts'
import type { Found } from './doctor-schema.ts'

const mostNamed = 3
const kept = ['signals', 'bodies', 'archive', 'orphans']

/** Folders and files that the next change makes again. */
const madeAgain = ['signals', 'bell', 'marks']

type Looked = { readonly path: string; readonly found: Stats }

/** Mail is for its owner alone: folders 0700, files 0600. */
export function examinePermissions(place: StorePlace): readonly Found[] {
  const { folder, file } = place
  const waking = ['bell', 'marks'].map((name) => join(folder, name))
  const paths = [folder, ...['', '-wal', '-shm'].map((end) => `${file}${end}`), ...waking]
  const all = [
    ...upgradeBackupsOf(file).map(({ path }) => path),
    ...paths.filter((path) => existsSync(path)),
    ...kept.flatMap((name) => within(join(folder, name))),
  ]
  const us = process.getuid?.()
  const looked = all.map((path) => ({ path, found: lstatSync(path) }))
  // Root may use the store of somebody else, and must leave it to its owner.
  const owner = us === 0 ? statSync(file).uid : us
  const strange = looked.filter(({ found }) => owner !== undefined && found.uid !== owner)
  const open = looked.filter(
    (one) =>
      !strange.includes(one) &&
      !one.found.isSymbolicLink() &&
      ((one.found.mode & 0o077) !== 0 || (one.found.mode & 0o600) !== 0o600),
  )
  return [
    ...(strange.length === 0 ? [] : [ownerOf(place, strange)]),
    ...(open.length === 0
      ? []
      : [
          {
            finding: 'permissions',
            severity: 'advice',
            where: named(open),
            why: 'Other users may read or change it, or you may not.',
            mend: 'Folders must be 0700 and files 0600: `watchpost doctor --repair` sets them.',
            repair: () => {
              for (const { path, found } of open) chmodSync(path, found.isDirectory() ? 0o700 : 0o600)
            },
          } as const,
        ]),
  ]
}

/** Root gives them back; their owner can only make room for new ones, where they hold no mail. */
function ownerOf({ folder, file }: StorePlace, strange: readonly Looked[]): Found {
  const isRoot = process.getuid?.() === 0
  const isReplaceable = strange.every(({ path }) =>
    madeAgain.some((name) => path === join(folder, name) || path.startsWith(`${join(folder, name)}/`)),
  )
  const finding = {
    finding: 'owner',
    severity: 'advice',
    where: named(strange),
    why: 'It belongs to another user.',
  } as const
  if (!isRoot && !isReplaceable)
    return {
      ...finding,
      mend: 'Run `watchpost doctor --repair` as root, or use `chown` to give it to the owner of the mail.',
    }
  const mend = '`watchpost doctor --repair` gives it to the owner of the mail.'
  if (!isRoot) return { ...finding, mend, repair: () => makeRoom(folder, strange) }
  const { uid, gid } = statSync(file)
  return {
    ...finding,
    mend,
    repair() {
      for (const { path } of strange) lchownSync(path, uid, gid)
    },
  }
}

/** A folder of another user cannot be emptied, but moved. */
function makeRoom(folder: string, strange: readonly Looked[]): void {
  for (const name of madeAgain) {
    const path = join(folder, name)
    if (!strange.some((one) => one.path === path || one.path.startsWith(`${path}/`))) continue
    try {
      rmSync(path, { recursive: true, force: true })
    } catch {
      renameSync(path, join(folder, `${name}.of-another-user.${Date.now()}`))
    }
  }
}

/** A folder and everything below it that can be seen. Targets of links are not part of the store. */
function within(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  return [folder, ...entriesIn(folder)]
}

function entriesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return within(path)
      return lstatSync(path, { throwIfNoEntry: false }) === undefined ? [] : [path]
    })
  } catch {
    // A folder of another user: that it is one is the finding.
    return []
  }
}

function named(looked: readonly { readonly path: string }[]): string {
  const paths = looked.slice(0, mostNamed).map(({ path }) => path)
  const rest = looked.length - paths.length
  return paths.join(', ').concat(rest > 0 ? ` and ${rest} more` : '')
}
