import { dirname } from 'node:path/posix'
import { MailError } from '../../domain/errors.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { Format, Found } from '../../formats/format.ts'
import { parse } from './documents.ts'
import type { Folder } from './folder.ts'

/** What lines of a file beside a record may add, all together. */
const mostAdded = 1_000_000

export type Completing = {
  /** Lines that make no sense. */
  readonly skipped: readonly Found[]
  /** A value of the file at this path, with what the file beside it adds. */
  complete(path: string, value: Json): Json
}

export function isBackup(completing: Format['completing'], folder: Folder): boolean {
  return (
    completing !== undefined &&
    folder.list().files.some(({ path }) => !path.includes('/') && completing.isAt(path))
  )
}

/**
 * A folder that is written into.
 * @throws MailError `usage` where files in it complete others, as in a backup; a backup below it is none of its files
 */
export function refuseBackup({ completing }: Format, folder: Folder, path: string): void {
  if (!isBackup(completing, folder)) return
  throw new MailError(
    'usage',
    `${path} is a backup, which only the program that made it writes.`,
    'Use import, or name the folder that is in use.',
  )
}

/** Reads the files whose lines complete the records of others in their folder, if the format and the folder have such files. */
export function openCompleting(
  { completing }: Format,
  folder: Folder,
  paths: readonly string[],
): Completing | null {
  const beside = completing === undefined ? [] : paths.filter(completing.isAt)
  if (completing === undefined || beside.length === 0) return null
  const added = new Map<string, string[]>()
  const skipped: Found[] = []
  const key = (path: string, id: Json | undefined) => JSON.stringify([dirname(path), id])
  let count = 0
  for (const path of beside)
    for (const { number, text } of folder.lines(path)) {
      if (text?.trim() === '') continue
      const note = completing.noteOf(parse(text ?? '') ?? null)
      const where = `${path}:${number}`
      if (note === null) skipped.push({ type: 'skipped', where, why: completing.refused })
      else if (count >= mostAdded) {
        skipped.push({ type: 'skipped', where, why: `only the first ${mostAdded} lines are read` })
        break
      } else {
        count += 1
        const place = key(path, note.id)
        const known = added.get(place)
        if (known === undefined) added.set(place, [note.text])
        else known.push(note.text)
      }
    }
  return {
    skipped,
    complete(path, value) {
      const texts = isJsonObject(value) ? added.get(key(path, value['id'])) : undefined
      return texts === undefined || !isJsonObject(value) ? value : completing.completed(value, texts)
    },
  }
}
