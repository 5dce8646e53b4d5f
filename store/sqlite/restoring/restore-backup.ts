import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pause } from '../../../src/after.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { loadCrypto } from '../../shared/crypto.ts'
import { draftOf, finishDraft, removeDatabase, startDraft } from '../../shared/new-file.ts'
import { findFact, setFact } from '../../sql/facts.ts'
import { atOnce } from '../../sql/work.ts'
import { openBackups } from '../backup/backup.ts'
import { countsIn, raiseSignals } from '../backup/restored.ts'
import { connect } from '../database/connection.ts'
import { type Database, openFile, requireDriver } from '../database/driver.ts'
import { damaged, isNoDatabase, locked, mailErrorOf } from '../database/errors.ts'
import { requireLocalFileSystem } from '../database/file-system.ts'
import { restoredFact } from '../database/identity.ts'
import { giveToOwner, requireOwnLogs } from '../database/own-file.ts'
import { shared } from '../engine/shared.ts'
import { requireSchema } from '../migrate.ts'
import { foreign, requireOurs } from '../store-file.ts'
import { type StorePlace, storePlace } from '../store-place.ts'

export type Restored = {
  readonly store: string
  /** What was there before: a backup of it, or the folder of a database that nobody can read; `null` where nothing was. */
  readonly before: string | null
  readonly counts: ReturnType<typeof countsIn>
}

type Wanted = {
  /** Names what is kept of the state before. */
  readonly stamp: string
  readonly allowNetworkFilesystem: boolean
}

/** How long other programs may keep the store locked, ms. */
const patience = 30_000
/** More pages than a database has. */
const allPages = 0x7fffffff

/**
 * Puts a backup in the place of a store's mail, as one change of the file that other programs have open.
 * @throws MailError `not-found` no such file · `usage` no backup, or of the store itself · `damaged` · `newer-version` · `busy`
 */
export async function restoreBackup(location: string, backup: string, wanted: Wanted): Promise<Restored> {
  const place = storePlace(location)
  const file = resolve(backup)
  requireFile(file, place)
  requireDriver()
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  if (!wanted.allowNetworkFilesystem) requireLocalFileSystem(place.file, place.named)
  const draft = draftOf(place.file)
  try {
    const mark = translating(file, () => prepare(file, draft, place))
    const before = await put(draft, mark, place, wanted.stamp)
    raiseSignals(place.file, place.folder)
    return { store: place.named, before, counts: countsIn(place.file) }
  } catch (error) {
    throw mailErrorOf(error, place.named)
  } finally {
    removeDatabase(draft)
  }
}

function requireFile(file: string, place: StorePlace): void {
  const found = statSync(file, { throwIfNoEntry: false })
  const own = statSync(place.file, { throwIfNoEntry: false })
  if (place.apart)
    throw new MailError(
      'usage',
      `${place.named} is a backup itself. Nothing was changed.`,
      'Name the folder of a store with --store PATH.',
    )
  if (found === undefined)
    throw new MailError('not-found', `There is no file ${file}.`, 'Name a file that `watchpost backup` made.')
  if (!found.isFile())
    throw new MailError('usage', `${file} is no file.`, 'Name a file that `watchpost backup` made.')
  if (own !== undefined && own.ino === found.ino && own.dev === found.dev)
    throw new MailError('usage', `${file} is the store itself.`, 'Name a backup of it.')
}

/** Errors of the backup name the backup. */
function translating<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isNoDatabase(error) ? foreign(file, 'no database') : mailErrorOf(error, file)
  }
}

/** Copies a backup, brings the copy up to date, checks and marks it. */
function prepare(file: string, draft: string, { folder }: StorePlace): string {
  startDraft(draft)
  const backup = openFile(file, { readonly: true, timeout: 5000 })
  try {
    requireOurs(backup, file)
    backup.prepare('VACUUM INTO ?').run(draft)
  } finally {
    backup.close()
  }
  const copy = openFile(draft)
  try {
    requireSchema(copy, { named: file, file: draft, folder }, { create: false })
    const check = copy.prepare('PRAGMA integrity_check(1)').pluck().get()
    if (check !== 'ok') throw damaged(file, String(check))
    const mark = loadCrypto().randomBytes(8).toString('hex')
    atOnce(setFact(shared(connect(copy, folder)), restoredFact, mark))
    return mark
  } finally {
    copy.close()
  }
}

/** @returns what is kept of the state before */
async function put(draft: string, mark: string, place: StorePlace, stamp: string): Promise<string | null> {
  const size = statSync(place.file, { throwIfNoEntry: false })?.size ?? 0
  const live = size === 0 ? null : openReadable(place)
  if (live === null) return replaceFile(draft, place, stamp)
  try {
    return await putInto(
      live,
      draft,
      mark,
      place,
      freePath(place.folder, `before-restore-${stamp}`, '.backup'),
    )
  } catch (error) {
    if (!isMailError(error) || error.code !== 'damaged') throw error
  } finally {
    live.close()
  }
  return replaceFile(draft, place, stamp)
}

/** `null` for a file that is damaged too much to be opened. */
function openReadable({ file, named }: StorePlace): Database | null {
  requireOwnLogs(file)
  const live = openFile(file, { timeout: 5000 })
  try {
    requireOurs(live, file)
    return live
  } catch (error) {
    live.close()
    const known = mailErrorOf(error, named)
    if (isMailError(known) && known.code === 'damaged') return null
    throw known
  }
}

/** The first step of SQLite's copy takes the lock. What others stored until then is kept before the first page is written. */
async function putInto(
  live: Database,
  draft: string,
  mark: string,
  place: StorePlace,
  before: string,
): Promise<string> {
  const connection = connect(live, place.folder)
  const deadline = performance.now() + patience
  for (;;) {
    await copyInto(draft, place, async () => {
      await openBackups(connection).make(before, false)
    })
    // A locked file ends the copy without a word.
    if (atOnce(findFact(shared(connection), restoredFact)) === mark) return before
    if (performance.now() > deadline) throw locked(place.named)
    await pause(20)
  }
}

/** Nothing is written before `keep` is done, and nothing at all if it fails. */
async function copyInto(
  draft: string,
  { file, named }: StorePlace,
  keep: () => Promise<void>,
): Promise<void> {
  const source = openFile(draft, { readonly: true })
  const state = { begun: false, kept: false, failure: null as Error | null }
  const begin = async (): Promise<void> => {
    state.begun = true
    try {
      await keep()
      state.kept = true
    } catch (error) {
      state.failure = error as Error
    }
  }
  const progress = (): number => {
    if (state.failure !== null) throw state.failure
    if (!state.begun) void begin()
    return state.kept ? allPages : 0
  }
  try {
    await source.backup(file, { progress })
  } catch (error) {
    throw mailErrorOf(error, named)
  } finally {
    source.close()
  }
}

/** Programs that have the old file open find that it is not the store's any more. Without its log it is never opened again. */
function replaceFile(draft: string, { file, folder }: StorePlace, stamp: string): string | null {
  const aside = freePath(folder, `before-restore-${stamp}`, '')
  const parts = ['', '-wal', '-shm'].map((rest) => `${file}${rest}`).filter(isThere)
  if (parts.length > 0) mkdirSync(aside, { mode: 0o700 })
  for (const part of parts) renameSync(part, join(aside, part.slice(dirname(file).length + 1)))
  giveToOwner(draft)
  finishDraft(draft, file)
  return parts.length > 0 ? aside : null
}

function freePath(folder: string, name: string, end: string): string {
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${end}`)
    if (!isThere(path)) return path
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
