import type { Finding } from '../../../../src/domain/finding.ts'
import { draftOf, finishDraft, removeDatabase, startDraft } from '../../../shared/new-file.ts'
import { patiently } from '../../database/connection.ts'
import { type Database, openFile } from '../../database/driver.ts'
import { isUnreadable } from '../../database/errors.ts'
import { giveToOwner } from '../../database/own-file.ts'
import type { StorePlace } from '../../store-place.ts'
import { lossFindings } from './losses.ts'
import { copyRaw, mendHeader } from './raw-copy.ts'
import { fillFrom } from './salvaged-file.ts'
import { mendSchemaPages } from './schema-pages.ts'
import { leftBeside, placesOf, swap } from './swap.ts'

type Wanted = { readonly place: StorePlace; readonly now: number }

/**
 * Puts a new file with all that can be read in the place of a damaged one, which is kept beside it. Answers what was lost;
 * `null` where nothing could be read and everything stays. Nobody writes meanwhile: programs that have the old file open find
 * before their next change that it was replaced.
 */
export function salvage({ place, now }: Wanted): readonly Finding[] | null {
  const { file, named } = place
  const { ready, aside } = placesOf(file, now)
  const [copy, draft] = [draftOf(`${file}.salvage`), draftOf(`${file}.salvage`)]
  let letGo = () => {}
  const lock = locked(file, named)
  try {
    // Of processes that died.
    for (const path of leftBeside(file)) removeDatabase(path)
    letGo = copyRaw(file, copy)
    mendHeader(copy)
    mendSchemaPages(copy, tolerant)
    startDraft(draft)
    const losses = readInto(draft, copy, place, now)
    if (losses === null) return null
    giveToOwner(draft)
    finishDraft(draft, ready)
    swap(file, ready, aside)
    return losses.map((loss) => ({ ...loss, where: aside }))
  } finally {
    lock?.close()
    letGo()
    removeDatabase(copy)
    removeDatabase(draft)
  }
}

/** The lock of writers. A file that cannot be locked because of its damage cannot be opened by anybody else. */
function locked(file: string, named: string): Database | null {
  let database: Database | null = null
  try {
    database = openFile(file, { timeout: 0 })
    const held = tolerant(database)
    patiently(named, () => held.exec('BEGIN IMMEDIATE'))
    return database
  } catch (error) {
    database?.close()
    if (isUnreadable(error)) return null
    throw error
  }
}

/** SQLite then opens files that are shorter than they should be, and those of which a part of the schema is damaged. */
function tolerant(database: Database): Database {
  database.unsafeMode()
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA writable_schema = ON')
  return database
}

function readInto(
  draft: string,
  copy: string,
  place: StorePlace,
  now: number,
): readonly Omit<Finding, 'where'>[] | null {
  let damaged: Database | null = null
  try {
    damaged = tolerant(openFile(copy))
    const salvaged = fillFrom(damaged, draft, place.folder, now)
    if (salvaged.messages === 0 && salvaged.agents === 0) return null
    return lossFindings(draft, salvaged.losses)
  } catch (error) {
    // Not even its list of tables.
    if (isUnreadable(error)) return null
    throw error
  } finally {
    damaged?.close()
  }
}
