import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StorePlace } from '../store-place.ts'
import type { Found } from './doctor-found.ts'

const mostNamed = 3
const kept = ['signals', 'bodies', 'archive', 'orphans']

/** Mail is for its owner alone: folders 0700, files 0600. */
export function examinePermissions({ folder, file }: StorePlace): readonly Found[] {
  const paths = [folder, ...['', '-wal', '-shm'].map((end) => `${file}${end}`), join(folder, 'bell')]
  const all = [
    ...paths.filter((path) => existsSync(path)),
    ...kept.flatMap((name) => within(join(folder, name))),
  ]
  const us = process.getuid?.()
  const looked = all.map((path) => ({ path, found: lstatSync(path) }))
  const strange = looked.filter(({ found }) => us !== undefined && found.uid !== us)
  const open = looked.filter(
    ({ found }) => !found.isSymbolicLink() && ((found.mode & 0o077) !== 0 || (found.mode & 0o600) !== 0o600),
  )
  return [
    ...(strange.length === 0
      ? []
      : [
          {
            finding: 'owner',
            severity: 'advice',
            where: named(strange),
            why: 'It belongs to another user.',
            mend: 'Use `chown` to give it to the owner of the mail.',
          } as const,
        ]),
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

/** A folder and everything below it. Targets of links are not part of the store. */
function within(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  const below = entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return within(path)
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? [] : [path]
  })
  return [folder, ...below]
}

function named(looked: readonly { readonly path: string }[]): string {
  const paths = looked.slice(0, mostNamed).map(({ path }) => path)
  const rest = looked.length - paths.length
  return paths.join(', ').concat(rest > 0 ? ` and ${rest} more` : '')
}
