import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { schemaVersion } from '../../store/schema-version.ts'
import { newerStore } from '../../store/shared/versions.ts'
import { schemaOfSqliteStore } from '../../store/sqlite/look-into.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { clockOf, type Environment, pathFrom, readSettings } from '../config.ts'
import { isMailError, MailError } from '../domain/errors.ts'
import { programs } from '../drivers/programs.ts'
import type { UpgradeCheck, Upgraded, UpgradeWanted } from '../faces/cli/host.ts'
import type { IdentityDriver } from '../services/identity-driver.ts'
import { findStore, type Place, requireFolder } from '../store-place/find-store.ts'

type Asked = { readonly flag: string | undefined; readonly environment: Environment }

/** The versions of a store and of this program, and who else is connected. Nothing is changed. */
export async function checkUpgrade({
  flag,
  environment,
  version,
}: Asked & { readonly version: string }): Promise<UpgradeCheck> {
  const place = findStore(flag, environment)
  const program = { version, schema: schemaVersion }
  if (place.door?.type === 'postgres') {
    const { standingOfServer } = await import('../../store/postgres/upgrading.ts')
    const { location, schema, connected } = await standingOfServer(await serverAddress(place.door.url))
    return { store: location, schema, program, needed: schema < schemaVersion, connected }
  }
  const { location, schema } = await folderSchema(place, environment)
  return { store: location, schema, program, needed: schema < schemaVersion, connected: null }
}

type Wanted = Asked &
  Pick<UpgradeWanted, 'backup' | 'noBackup' | 'say'> & { readonly identity: IdentityDriver }

/** A store in a folder keeps a copy beside it; one on a server is backed up by pg_dump. */
export async function upgrade(wanted: Wanted): Promise<Upgraded> {
  const { flag, environment, backup, noBackup } = wanted
  if (backup !== undefined && noBackup)
    throw new MailError('usage', '--backup and --no-backup exclude each other.', 'Give one of them.')
  const place = findStore(flag, environment)
  if (place.door?.type === 'postgres') return upgradeServer(place.door.url, wanted)
  if (backup !== undefined || noBackup)
    throw new MailError(
      'usage',
      'A store in a folder is always copied beside its database before it is upgraded.',
      'Leave out --backup and --no-backup.',
    )
  return upgradeFolder(place, environment)
}

async function folderSchema(found: Place, environment: Environment) {
  const { location } = requireFolder(found, '`watchpost upgrade`')
  const { durability, allowNetworkFilesystem } = await readSettings(location, environment)
  const schema = schemaOfSqliteStore(location, allowNetworkFilesystem)
  if (schema > schemaVersion) throw newerStore(location, schema)
  return { location, schema, durability, allowNetworkFilesystem }
}

async function upgradeFolder(place: Place, environment: Environment): Promise<Upgraded> {
  const { location, schema, ...settings } = await folderSchema(place, environment)
  let made: Upgraded = { store: location, from: schema, to: schemaVersion, backup: null }
  const store = await openSqliteStore(location, {
    create: false,
    ...settings,
    upgraded({ from, to, backup }) {
      made = { store: location, from, to, backup }
    },
  })
  await store.close()
  return made
}

async function upgradeServer(named: string, wanted: Wanted): Promise<Upgraded> {
  const { noBackup, identity, say, environment } = wanted
  const found = await identity.find()
  if (found.is === 'agent')
    throw new MailError(
      'not-allowed',
      `An agent's session may not upgrade a shared store, and ${found.why}.`,
      'Run `watchpost upgrade` yourself, once the programs that use the store are stopped.',
    )
  const { upgradeServerStore } = await import('../../store/postgres/upgrading.ts')
  const address = await serverAddress(named)
  let backup: string | null = null
  const { location, from, to } = await upgradeServerStore(address, async (schema) => {
    if (noBackup) return
    backup = pathFrom(environment, wanted.backup ?? nameOf(schema, environment))
    say(`Backing the store up to ${backup} with pg_dump. Nobody can write until the upgrade is done.`)
    await dump(address, backup)
  })
  return { store: location, from, to, backup }
}

async function serverAddress(named: string): Promise<string> {
  const { withService } = await import('./service-address.ts')
  return withService(named)
}

function nameOf(schema: number, environment: Environment): string {
  const at = new Date(clockOf(environment, Date)()).toISOString().slice(0, 19).replaceAll(':', '')
  return `watchpost-schema-${schema}-${at}.dump`
}

/** Writes a dump that is whole under its name, or none. Where this program is killed, a draft stays in a folder that only its user can open. */
async function dump(address: string, path: string): Promise<void> {
  if (existsSync(path))
    throw new MailError(
      'conflict',
      `${path} already exists. The store was not upgraded.`,
      'Name another file with --backup.',
    )
  const { addressForLibpq } = await import('../../store/postgres/database/pool.ts')
  const { address: named, password } = await addressForLibpq(address)
  // All mail is in it: nobody else may read it, or put a file of theirs at its place.
  const folder = inFiles(path, () => mkdtempSync(join(dirname(path), '.watchpost-backup-')))
  try {
    const draft = join(folder, basename(path))
    const options = ['--schema=watchpost', '--format=custom', '--no-password', `--file=${draft}`]
    await runDump(['pg_dump', ...options, `--dbname=${named}`], password)
    inFiles(path, () => {
      chmodSync(draft, 0o600)
      renameSync(draft, path)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a file system refuses is no fault of the server. */
function inFiles<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new MailError(
      'not-allowed',
      `The store was not upgraded, because ${path} cannot be written: ${error instanceof Error ? error.message : ''}`,
      'Name another file with --backup.',
    )
  }
}

const otherwise = 'Back it up otherwise, then run `watchpost upgrade --no-backup`.'

async function runDump(command: readonly string[], password: string | null): Promise<void> {
  const variables: Record<string, string> = password === null ? {} : { PGPASSWORD: password }
  const program = await programs.start(command, { input: '', variables }).catch((error: unknown) => {
    if (!isMailError(error)) throw error
    throw new MailError(
      'not-found',
      'The store was not upgraded, because it could not be backed up first: there is no pg_dump on the PATH.',
      `Install the client programs of PostgreSQL. ${otherwise}`,
    )
  })
  const { exit, complaint } = await program.ended
  if (exit === 0) return
  throw new MailError(
    'not-allowed',
    `The store was not upgraded, because it could not be backed up first: ${complaint.trim() || 'pg_dump was ended'}`,
    otherwise,
  )
}
