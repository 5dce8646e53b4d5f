import { isMailError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Format, Found, Part } from '../../formats/format.ts'
import { openCompleting } from './completing.ts'
import type { Folder, LinePlace } from './folder.ts'
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
  for (const { path } of files) {
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
    if (part === null || (only !== undefined && !only.has(path))) continue
    try {
      yield* readPart(part, folder, path, reading)
    } catch (error) {
      if (!isMailError(error)) throw error
      yield { type: 'skipped', where: path, why: error.message }
    }
  }
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
  if (part.shape === 'document') {
    const text = folder.read(path)
    if (text === null) return
    const found = readText(part, text, path, see)
    known?.found(path, found)
    yield* found
    known?.end(path, text)
    return
  }
  const begin = from?.get(path)
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
