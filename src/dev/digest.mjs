import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Whatever decides what `dist` holds. */
const parts = ['src', 'components', 'store', 'package.json', 'package-lock.json']

/** A digest of the sources: the build writes it into `dist`, so that a stale one is known. */
export function digestOfSources() {
  const hash = createHash('sha256')
  for (const path of parts.flatMap(filesOf).sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** The digest of the sources that `dist` was built from, `null` without a build. */
export function digestOfDist() {
  try {
    return JSON.parse(readFileSync(join(root, 'dist/package.json'), 'utf8')).digest
  } catch {
    return null
  }
}

function filesOf(part) {
  if (part.includes('.')) return [part]
  const entries = readdirSync(join(root, part), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
}
