import { existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countsIn, raiseSignals } from '../../store/sqlite/backup/restored.ts'
import { requireLocalFileSystem } from '../../store/sqlite/database/file-system.ts'
import { isFile, remnantsIn } from '../../store/sqlite/store-place.ts'
import { type Environment, pathFrom, readSettings } from '../config.ts'
import { readDoorAddress } from '../domain/door-address.ts'
import { MailError } from '../domain/errors.ts'
import type { StoreDriver } from '../services/store-driver.ts'
import { leaveIgnoreFile } from './ignore-file.ts'

type BackUp = Parameters<StoreDriver['make']>[1]
type Made = Awaited<ReturnType<StoreDriver['make']>>

/** Makes the store that a name means, of a backup of another one. */
export async function makeStore(name: string, backUp: BackUp, environment: Environment): Promise<Made> {
  if (name === '') throw new MailError('usage', '--to is empty.', 'Give the folder of a store.')
  const door = name.includes(':') ? readDoorAddress(name, '--to') : null
  if (door === null) return makeFolder(pathFrom(environment, name), backUp, environment)
  if (door.type === 'postgres') return fillServer(door.url, backUp)
  throw new MailError(
    'usage',
    `A store can be copied from ${name}, but not to it.`,
    'Run `watchpost copy` there, with --store for the store that lies here, or copy a backup.',
  )
}

/** A backup in an empty folder, named as its database, is that folder's store. */
async function makeFolder(folder: string, backUp: BackUp, environment: Environment): Promise<Made> {
  requireFree(folder)
  const { allowNetworkFilesystem } = await readSettings(folder, environment)
  if (!allowNetworkFilesystem) requireLocalFileSystem(folder, folder)
  const isNew = !existsSync(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'mail.db')
  try {
    await backUp(file)
  } catch (error) {
    if (isNew) rmdirSync(folder)
    throw error
  }
  leaveIgnoreFile(folder)
  raiseSignals(file, folder)
  return { store: folder, counts: countsIn(file) }
}

function requireFree(folder: string): void {
  if (isFile(folder))
    throw new MailError('usage', `${folder} is a file; a store must be a folder.`, 'Name a folder with --to.')
  const there = existsSync(join(folder, 'mail.db'))
    ? ['mail.db']
    : existsSync(folder)
      ? remnantsIn(folder)
      : []
  if (there.length > 0)
    throw new MailError(
      'conflict',
      `There is a store in ${folder} already: ${there.join(' and ')}. Nothing was copied.`,
      'Name another folder with --to.',
    )
}

/** The file is gone as soon as it is open, so that no end of this program leaves it behind. */
async function fillServer(named: string, backUp: BackUp): Promise<Made> {
  const { restorePostgresStore } = await import('../../store/postgres/postgres-store.ts')
  const { withService } = await import('./service-address.ts')
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-copy-'))
  try {
    const file = join(folder, 'mail.db')
    const { location, counts } = await restorePostgresStore(withService(named), async () => {
      await backUp(file)
      return file
    })
    return { store: location, counts }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
