import { isMailError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Format, Found, Part, ReadRecord } from '../../formats/format.ts'
import { openCompleting } from './completing.ts'
import type { Folder, FolderEntry, LinePlace } from './folder.ts'
import type { KnownFiles } from './known-files.ts'

/** The files that changed, and the offset to read from; `saw` gets every value, `known` all that is read. */
export type Reading = {
  readonly only?: ReadonlySet<string>
  readonly from?: Map<string, LinePlace>
  readonly saw?: (path: string, value: Json) => void
  readonly known?: KnownFiles
}

/** All that a folder holds of a format, file by file. Nothing that a file holds ends the reading of the others. */
export function* readFolder(format: Format, folder: Folder, reading: Reading = {}): Generator<Found> {
  const { files, refused } = folder.list()
  const { only } = reading
  for (const { where, why } of refused)
    if (folder.single !== null || format.partOf(where) !== null) yield { type: 'skipped', where, why }
  const completing = openCompleting(
    format,
    folder,
    files.map(({ path }) => path),
  )
  yield* completing?.skipped ?? []
  const followed = new Map<string, ReadRecord>()
  for (const { path } of inOrder(format, files)) {
    const alone =
      folder.single === null
        ? format.partOf(path)
        : (format.partOf(`${folder.name}/${path}`) ?? format.partNamed(path))
    const part =
      alone === null || completing === null
        ? alone
        : {
            ...alone,
            read: (value: Json, where: string) => alone.read(completing.complete(path, value), where),
          }
    if (part === null || !isWanted(part, path, only)) continue
    try {
      yield* readPart(following(part, followed), folder, path, reading)
    } catch (error) {
      const why = whyUnread(error)
      if (why === null) throw error
      yield { type: 'skipped', where: path, why }
    }
  }
}

/** Why one file could not be read, where that is no fault of ours. */
function whyUnread(error: unknown): string | null {
  if (isMailError(error)) return error.message
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem ? `it cannot be read: ${error.message}` : null
}

/** What depends on other files is read with them. */
function isWanted({ follows }: Part, path: string, only: Reading['only']): boolean {
  return only === undefined || only.has(path) || (follows !== undefined && only.size > 0)
}

function inOrder({ rankOf }: Format, files: readonly FolderEntry[]): readonly FolderEntry[] {
  if (rankOf === undefined) return files
  return files.toSorted((one, other) => rankOf(one.path) - rankOf(other.path))
}

/** The same file, read by a reader that knows what was read before. */
function following(part: Part, followed: Map<string, ReadRecord>): Part {
  if (part.follows === undefined) return part
  const { key, begin } = part.follows
  const read = followed.get(key) ?? begin()
  followed.set(key, read)
  return { ...part, read }
}

function* readPart(
  part: Part,
  folder: Folder,
  path: string,
  { from, saw, known }: Reading,
): Generator<Found> {
  const see = (value: Json) => saw?.(path, value)
  if (part.endOf !== undefined) {
    yield* readEnd(part, part.endOf, folder, path, see)
    return
  }
  if (part.shape === 'rows') {
    for (const { where, value } of folder.rows(path, part.database ?? 'hcom'))
      yield* part.read(value, `${path} ${where}`)
    return
  }
  if (part.shape !== 'lines') {
    const text = folder.read(path)
    if (text === null) return
    const found = part.shape === 'text' ? part.read(text, path) : readText(part, text, path, see)
    known?.found(path, found)
    yield* found
    known?.end(path, text)
    return
  }
  const begin = part.follows === undefined ? from?.get(path) : undefined
  let place = begin ?? { number: 0, offset: 0 }
  for (const { number, text, end } of folder.lines(path, begin, known?.begin(path, begin))) {
    const where = `${path}:${number}`
    if (text === null) yield { type: 'skipped', where, why: 'the line is too long' }
    else if (text.trim() !== '') {
      const found = readText(part, text, where, see)
      known?.found(path, found)
      yield* found
    }
    if (end !== null) place = { number, offset: end }
  }
  from?.set(path, place)
  known?.end(path, place)
}

/** The most bytes read of a document that is read from its end. */
const longestEnd = 8 * 2 ** 20

function* readEnd(
  part: Part,
  endOf: (text: string) => string | null,
  folder: Folder,
  path: string,
  see: (value: Json) => void,
): Generator<Found> {
  const end = folder.end(path, longestEnd)
  if (end === null) return
  if (!end.isCut) {
    yield* readText(part, end.text, path, see)
    return
  }
  const text = endOf(end.text)
  if (text === null) {
    yield { type: 'skipped', where: path, why: `${noJson} at its end` }
    return
  }
  yield { type: 'skipped', where: path, why: `only its last ${longestEnd / 2 ** 20} MiB are read` }
  yield* readText(part, text, `${path} (its end)`, see)
}

/** Removes a byte order mark. */
export function readText(
  part: Part,
  text: string,
  where: string,
  saw?: (value: Json) => void,
): readonly Found[] {
  let value: Json
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, '')) as Json
  } catch (error) {
    return [
      {
        type: 'skipped',
        where,
        why: `${noJson}: ${error instanceof Error ? error.message : ''}`.slice(0, 200),
      },
    ]
  }
  saw?.(value)
  return part.read(value, where)
}

export const noJson = 'it is not JSON'
