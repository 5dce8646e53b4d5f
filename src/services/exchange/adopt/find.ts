import { dirname, join, resolve } from 'node:path'
import { isMailError, MailError } from '../../../domain/errors.ts'
import type { Format } from '../../../formats/format.ts'
import type { Context } from '../../context.ts'
import type { Folder } from '../folder.ts'
import { formatIn, isIn, loadFormat, openFolder } from '../value.ts'
import { type System, systems } from './systems.ts'

/** A store of another system, opened to be read. */
export type FoundStore = {
  readonly path: string
  readonly folder: Folder
  readonly format: Format
}

/** Folders as they were named; without one, the project and the home folder. */
type Sought = readonly { readonly root: string; readonly paths: (system: System) => readonly string[] }[]

/**
 * Looks for the stores that Watchpost can read.
 * @throws MailError `usage` where there is none · `not-found` where a named folder is not there
 */
export async function findStores(context: Context, named: readonly string[]): Promise<readonly FoundStore[]> {
  const sought = named.length > 0 ? below(named) : await usualPlaces(context)
  if (named.length > 0) for (const root of named) await openFolder(context, root, 'read')
  const found: FoundStore[] = []
  const seen = new Set<string>()
  for (const { root, paths } of sought)
    for (const system of systems) {
      const format = await loadFormat(system.format)
      for (const path of paths(system)) {
        const store = await openStore(context, join(root, path), system, format)
        if (store === null) continue
        const key = `${format.name} ${store.folder.place} ${store.folder.single ?? ''}`
        if (!seen.has(key)) found.push(store)
        seen.add(key)
        // What lies deeper in a store belongs to it.
        if (path === '.') break
      }
    }
  if (found.length === 0) throw nothingFound(named)
  return found
}

function below(named: readonly string[]): Sought {
  return named.map((root) => ({
    root,
    paths: ({ inProject, inHome }) => ['.', ...new Set([...inProject, ...inHome])],
  }))
}

async function usualPlaces({ folders }: Context): Promise<Sought> {
  const usual = await folders?.usual()
  if (usual === undefined) return []
  const { project, home, variables } = usual
  return [
    { root: project, paths: ({ inProject }) => inProject },
    {
      root: '/',
      paths: ({ variable, inHome }) => {
        const set = variable === undefined ? undefined : variables(variable)
        const first = set === undefined ? [] : [resolve(project, set.replace(/^~(?=\/|$)/u, home))]
        return [...first, ...inHome.map((path) => join(home, path))]
      },
    },
  ]
}

/** `null` where the system keeps nothing there. */
async function openStore(
  context: Context,
  path: string,
  system: System,
  named: Format,
): Promise<FoundStore | null> {
  const { knownBy } = system
  const folder = await openIfThere(context, path, named)
  if (folder === null) return null
  const format = formatIn(named, folder)
  const isKnown =
    folder.single !== null
      ? (knownBy?.test(folder.single) ?? format.partOf(folder.single) !== null)
      : isIn(knownBy === undefined ? format : { ...format, partOf: onlyKnown(format, knownBy) }, folder)
  if (!isKnown) return null
  if (folder.single !== null && system.isFolderOfFile) return openStore(context, dirname(path), system, named)
  return { path, folder, format }
}

function onlyKnown(format: Format, knownBy: RegExp): Format['partOf'] {
  return (path) => (knownBy.test(path) ? format.partOf(path) : null)
}

async function openIfThere(context: Context, path: string, format: Format): Promise<Folder | null> {
  try {
    return await openFolder(context, path, 'read', format)
  } catch (error) {
    if (isMailError(error) && error.code === 'not-found') return null
    throw error
  }
}

function nothingFound(named: readonly string[]): MailError {
  const where = named.length > 0 ? named.join(', ') : 'this project and your home folder'
  const looked = systems.map(({ name, inProject, inHome }) => {
    const places = [...new Set([...inProject, ...inHome.map((path) => `~/${path}`)])]
    return `${name} (${places.join(', ')})`
  })
  return new MailError(
    'usage',
    `No mail of another system was found in ${where}.`,
    `Looked for ${looked.join('; ')}. Name the folder of a store, or use import with --format.`,
  )
}
