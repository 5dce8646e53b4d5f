import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { MailError } from '../../src/domain/errors.ts'

/** Where a store lies: its database, and the folder of what is beside it. */
export type StorePlace = {
  /** As it was named, absolute. */
  readonly named: string
  readonly folder: string
  readonly file: string
  /** The database was named itself: a backup, whose other files lie in a folder of its own. */
  readonly apart: boolean
}

const databaseName = 'mail.db'

/** A store is named by its folder, by the database in it, or, where it is a backup, by that one file. */
export function storePlace(location: string): StorePlace {
  const named = resolve(location)
  const file = `${named}/${databaseName}`
  // The usual case, and cheaper to check than the kind of a file.
  if (existsSync(file)) return { named, folder: named, file, apart: false }
  if (!isFile(named)) return { named, folder: named, file, apart: false }
  if (basename(named) === databaseName) return { named, folder: dirname(named), file: named, apart: false }
  return { named, folder: `${named}-files`, file: named, apart: true }
}

/** @throws MailError `usage` where the path goes through a file */
export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
    throw new MailError(
      'usage',
      `${path} cannot be a folder: its path goes through a file.`,
      'Name another one.',
    )
  }
}

/** Folders of mail that no database can do without. */
const mailFolders = ['bodies', 'archive']

/**
 * The names of leftover mail files beside a database that is missing or empty. Such a database is never
 * opened, since SQLite deletes the log of an empty one, and the log may hold mail.
 */
export function leftWithoutDatabase({ folder, file }: StorePlace): readonly string[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return size > 0 ? [] : remnantsIn(folder)
}

export function remnantsIn(folder: string): readonly string[] {
  return mailFolders.filter((name) => hasEntries(`${folder}/${name}`)).map((name) => `${name}/`)
}

function hasEntries(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(path).length > 0
}
