import { isMailError } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Format, Found, Part } from '../../formats/format.ts'
import type { Folder } from './folder.ts'

/** All that a folder holds of a format, file by file. Nothing that a file holds ends the reading of the others. */
export function* readFolder(format: Format, folder: Folder, only?: ReadonlySet<string>): Generator<Found> {
  const { files, refused } = folder.list()
  for (const { where, why } of refused)
    if (only === undefined && (folder.single !== null || format.partOf(where) !== null))
      yield { type: 'skipped', where, why }
  for (const { path } of files) {
    const part = folder.single === null ? format.partOf(path) : format.partNamed(path)
    if (part === null || (only !== undefined && !only.has(path))) continue
    try {
      yield* readPart(part, folder, path)
    } catch (error) {
      if (!isMailError(error)) throw error
      yield { type: 'skipped', where: path, why: error.message }
    }
  }
}

function* readPart(part: Part, folder: Folder, path: string): Generator<Found> {
  if (part.shape === 'document') {
    const text = folder.read(path)
    if (text !== null) yield* readText(part, text, path)
    return
  }
  for (const { number, text } of folder.lines(path)) {
    const where = `${path}:${number}`
    if (text === null) yield { type: 'skipped', where, why: 'the line is too long' }
    else if (text.trim() !== '') yield* readText(part, text, where)
  }
}

/** A byte order mark is no part of the text. */
export function readText(part: Part, text: string, where: string): readonly Found[] {
  let value: Json
  try {
    value = JSON.parse(text.replace(/^\ufeff/u, '')) as Json
  } catch (error) {
    return [
      {
        type: 'skipped',
        where,
        why: `it is no JSON: ${error instanceof Error ? error.message : ''}`.slice(0, 200),
      },
    ]
  }
  return part.read(value, where)
}
