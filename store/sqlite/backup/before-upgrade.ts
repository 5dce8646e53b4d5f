import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import { draftOf, finishDraft, removeDatabase, startDraft } from '../../shared/new-file.ts'
import { type Database, openFile } from '../database/driver.ts'
import { mailErrorOf } from '../database/errors.ts'
import { giveToOwner } from '../database/own-file.ts'
import { skippedIds } from './backup-whole.ts'

type Upgrade = { readonly from: number; readonly to: number; readonly location: string }

/**
 * Copies a store as it is before its upgrade to a file beside its database. The caller has the lock and has written
 * nothing yet, so another connection of this process reads exactly what the upgrade will find. Big bodies and cold mail
 * stay in the store's folders, which no upgrade changes. A plain copy of the file would lack what is in the log, and closing it would
 * drop SQLite's locks.
 * @throws MailError where the copy cannot be made: then there must be no upgrade
 */
export function backUpBeforeUpgrade(database: Database, { from, to, location }: Upgrade): string {
  const store = database.name
  const path = `${store}.${prefixOf(from)}${new Date().toISOString().slice(0, 10)}${end}`
  const draft = draftOf(path)
  try {
    // Nobody else upgrades: what is left of an earlier try is of a process that died.
    for (const name of draftsBeside(store)) rmSync(join(dirname(store), name), { force: true })
    startDraft(draft)
    copyTo(draft, store)
    giveToOwner(draft)
    finishDraft(draft, path)
    for (const one of upgradeBackupsOf(store))
      if (one.schema === from && one.path !== path) rmSync(one.path, { force: true })
    return path
  } catch (error) {
    throw refused(mailErrorOf(error, location), store, { from, to, location })
  } finally {
    removeDatabase(draft)
  }
}

const end = '.backup'
const prefixOf = (schema: number | string) => `schema-${schema}-`

/** The copies that were made before upgrades of a store. */
export function upgradeBackupsOf(
  store: string,
): readonly { readonly path: string; readonly schema: number }[] {
  const start = `${basename(store)}.${prefixOf('')}`.slice(0, -1)
  return namesBeside(store).flatMap((name) => {
    if (!name.startsWith(start)) return []
    const schema = /^(\d+)-\d{4}-\d\d-\d\d\.backup$/u.exec(name.slice(start.length))?.[1]
    return schema === undefined ? [] : [{ path: join(dirname(store), name), schema: Number(schema) }]
  })
}

function draftsBeside(store: string): readonly string[] {
  return namesBeside(store).filter((name) => name.startsWith(`.${basename(store)}.schema-`))
}

function namesBeside(store: string): readonly string[] {
  const entries = readdirSync(dirname(store), { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

function copyTo(draft: string, store: string): void {
  const reader = openFile(store, { readonly: true, timeout: 5000 })
  try {
    reader.prepare('VACUUM INTO ?').run(draft)
  } finally {
    reader.close()
  }
  const copy = openFile(draft)
  try {
    copy.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF')
    copy.prepare("INSERT OR REPLACE INTO facts(name, value) VALUES('skip_ids', ?)").run(String(skippedIds))
  } finally {
    copy.close()
  }
}

function refused(error: unknown, store: string, { from, to, location }: Upgrade): unknown {
  if (!isMailError(error)) return error
  const megabytes = Math.ceil((statSync(store, { throwIfNoEntry: false })?.size ?? 0) / 2 ** 20)
  const mend =
    error.code === 'busy'
      ? `Free ${megabytes} MB in ${dirname(store)}, then try again.`
      : error.code === 'damaged'
        ? '`watchpost doctor --repair` saves what can be read.'
        : error.hint
  return new MailError(
    error.code,
    `The store at ${location} was not upgraded from schema ${from} to ${to}, because it could not be backed up first: ${error.message}`,
    `${mend} Nothing in the store was changed; the older version of Watchpost still opens it.`,
  )
}
