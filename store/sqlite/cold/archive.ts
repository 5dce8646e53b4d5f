import { coldFileOf } from '../../../src/domain/cold.ts'
import type { Archive } from '../../sql/cold/chilling.ts'
import type { Candidate } from '../../sql/cold/cold-survey.ts'
import { step } from '../../sql/work.ts'
import type { ColdFiles, Place } from '../bodies/archive-files.ts'
import { coldLine } from '../bodies/archive-lines.ts'
import type { Connection } from '../database/connection.ts'
import { integer, type TextIndex } from '../search/text-index.ts'

/** One line of a file for each message. */
export function openArchive(connection: Connection, files: ColdFiles, index: TextIndex): Archive<Buffer> {
  /** Where the lines of this batch lie. */
  let places: ReadonlyMap<number, Place> = new Map()
  return {
    takes: !connection.readOnly,
    lineOf: coldLine,
    index: (before) => step(() => index.upto() < before - 1 && index.step()),
    keepLines: (candidates) =>
      step(() => {
        places = new Map([...byFile(candidates)].flatMap(([file, some]) => placed(files, file, some)))
      }),
    fileOf: ({ id, line }) =>
      step(() => {
        const place = places.get(id)
        // The file may have been compressed since.
        return place !== undefined && files.has(place, line) ? place.file : null
      }),
    *put(tx, { id }, deed) {
      const { file = '', position = 0, length = 0 } = places.get(id) ?? {}
      const sql = 'INSERT INTO cold(message_id, file, position, length, deed_id) VALUES(?, ?, ?, ?, ?)'
      yield* tx.run(sql, id, file, position, length, deed)
      yield* tx.run(`DELETE FROM messages_text WHERE rowid = ${integer}`, id)
    },
  }
}

function byFile(candidates: readonly Candidate<Buffer>[]): ReadonlyMap<string, readonly Candidate<Buffer>[]> {
  const files = new Map<string, Candidate<Buffer>[]>()
  for (const candidate of candidates) {
    const file = coldFileOf(candidate.sentAt)
    const found = files.get(file)
    if (found) found.push(candidate)
    else files.set(file, [candidate])
  }
  return files
}

function placed(
  files: ColdFiles,
  file: string,
  candidates: readonly Candidate<Buffer>[],
): readonly (readonly [number, Place])[] {
  const places = files.append(
    file,
    candidates.map(({ line }) => line),
  )
  return candidates.flatMap(({ id }, at) => {
    const place = places[at]
    return place === undefined ? [] : [[id, place] as const]
  })
}
