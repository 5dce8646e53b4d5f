import { existsSync, statSync } from 'node:fs'
import { isMailError } from '../../../src/domain/errors.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import { schemaVersion } from '../../schema-version.ts'
import type { Judging } from '../../shared/seal-findings.ts'
import { newerVersion } from '../../sql/doctor/checks.ts'
import { type Connection, connect } from '../database/connection.ts'
import { type Database, openFile, requireDriver } from '../database/driver.ts'
import { isNoDatabase, mailErrorOf } from '../database/errors.ts'
import { requireOwnLogs } from '../database/own-file.ts'
import { requireSchema } from '../migrate.ts'
import {
  foreign,
  howToRestore,
  isEmpty,
  isTooOld,
  noStore,
  requireOurs,
  tooOld,
  versionOf,
  whyLost,
} from '../store-file.ts'
import { leftWithoutDatabase, remnantsIn, type StorePlace, storePlace } from '../store-place.ts'
import { examineDisk, examineFileSystem, examineUpgradeBackups } from './doctor-disk.ts'
import { examineBodies, examineCold } from './doctor-files.ts'
import {
  examineAlerts,
  examineCopies,
  examineDue,
  examineLog,
  examinePages,
  examineSignals,
  examineTextIndex,
} from './doctor-mail.ts'
import { examinePermissions } from './doctor-permissions.ts'
import { type Check, examineCounts, examineSchema, type Found, salvaging } from './doctor-schema.ts'
import { salvage } from './salvage/salvage.ts'
import { interrupted, swap } from './salvage/swap.ts'

/** The order matters: later checks depend on earlier ones. */
const checks: readonly Check[] = [
  examinePages,
  examineSchema,
  examineTextIndex,
  examineBodies,
  examineCold,
  examineCopies,
  examineCounts,
  examineSignals,
  examineAlerts,
  examineDue,
]

type Examining = {
  readonly repair: boolean
  readonly now: number
  readonly allowNetworkFilesystem?: boolean
  /** How its log is looked at. */
  readonly log?: Judging
}

/**
 * Examines a store in any state. Changes nothing unless asked to repair; a repair never removes mail.
 * @throws MailError `not-found` if there is none · `no-driver` · `usage` for another program's file · `busy`
 */
export function examineStore(
  location: string,
  { repair, now, allowNetworkFilesystem, log = unasked }: Examining,
): readonly Finding[] {
  const place = storePlace(location)
  const unplaced = interrupted(place.file)
  if (unplaced !== null && !repair) return [unplacedFile(place.file, unplaced.ready)]
  if (unplaced !== null) swap(place.file, unplaced.ready, unplaced.aside)
  const lost = lostDatabase(place, leftWithoutDatabase(place))
  if (lost !== null) return [lost]
  if (!statSync(place.file, { throwIfNoEntry: false })?.isFile()) {
    // The error below advises making a store, which needs the driver.
    requireDriver()
    throw noStore(place.named)
  }
  const shared = examineFileSystem(place, allowNetworkFilesystem)
  // No command opens it there, nor does this one.
  if (shared?.severity === 'damage') return [shared]
  const emptied = requireStore(place)
  if (emptied !== null) return [emptied]
  return once([...(shared === null ? [] : [shared]), ...examineOrSalvage(place, { repair, now, log })])
}

type How = { readonly repair: boolean; readonly now: number; readonly log: Judging }

const unasked: Judging = { head: null, told() {} }

/** Where pages cannot be read, a repair takes what can be, and looks at the new file. */
function examineOrSalvage(place: StorePlace, how: How): readonly Finding[] {
  const findings = examineFile(place, how)
  if (!how.repair || !findings.some(isUnreadable)) return findings
  const lost = salvage({ place, now: how.now })
  if (lost === null) return findings
  const mended = findings.map((one) => (isUnreadable(one) ? { ...one, mended: true } : one))
  return [...mended, ...lost, ...examineFile(place, how)]
}

function isUnreadable({ mend, mended }: Finding): boolean {
  return mend === salvaging && !mended
}

function examineFile(place: StorePlace, { repair, now, log }: How): readonly Finding[] {
  const findings = settled(
    [...examineDisk(place), ...examinePermissions(place), ...examineUpgradeBackups(place)],
    repair,
  )
  let database: Database | null = null
  try {
    requireOwnLogs(place.file)
    database = openFile(place.file, { readonly: !repair, timeout: 5000 })
    const version = Number(database.pragma('user_version', { simple: true }))
    if (version < 0 || version > mostVersions) return [...findings, wrongHeader(place.file, version)]
    if (version > schemaVersion) return [...findings, newerVersion(place.named, version, schemaVersion)]
    if (isTooOld(version)) return [...findings, unreleased(place.named, version)]
    if (repair) requireSchema(database, place, { create: false })
    else if (version < schemaVersion) return [...findings, olderVersion(place.named, version)]
    const connection = connect(database, place.folder)
    const all = [...checks, (examined: Connection) => examineLog(examined, log)]
    for (const check of all) findings.push(...settled(tried(check, connection, now), repair))
    return findings
  } catch (error) {
    if (findings.some(({ finding, severity }) => finding === 'disk-full' && severity === 'damage'))
      return findings
    return [...findings, unreadable(mailErrorOf(error, place.named), place.file)]
  } finally {
    database?.close()
  }
}

/** Several checks may trip over the same damage. */
function once(findings: readonly Finding[]): readonly Finding[] {
  const known = new Map<string, Finding>()
  for (const one of findings) {
    const key = JSON.stringify([one.finding, one.where, one.why])
    if (!known.has(key)) known.set(key, one)
  }
  return [...known.values()]
}

function lostDatabase({ file }: StorePlace, left: readonly string[]): Finding | null {
  if (left.length === 0) return null
  const told = { where: file, why: whyLost(file, left), mend: howToRestore, mended: false }
  return { finding: 'database-lost', severity: 'damage', ...told }
}

function unplacedFile(where: string, ready: string): Finding {
  const why = `It is missing, because a repair was interrupted: ${ready} is what it saved.`
  const mend = '`watchpost doctor --repair` puts it in its place.'
  return { finding: 'database-lost', severity: 'damage', where, why, mend, mended: false }
}

/** A file of another program is left unchanged, with its permissions and the files beside it. */
function requireStore(place: StorePlace): Finding | null {
  const { named, file, apart, folder } = place
  let database: Database | null = null
  try {
    // A read-only connection leaves a log behind; a writing one removes it.
    database = openFile(file, { readonly: existsSync(`${file}-wal`), timeout: 5000 })
    if (versionOf(database) === 0 && isEmpty(database, named)) {
      const lost = lostDatabase(place, remnantsIn(folder))
      if (lost !== null) return lost
      throw noStore(named)
    }
    requireOurs(database, file)
    return null
  } catch (error) {
    if (isMailError(error)) throw error
    if (apart && isNoDatabase(error)) throw foreign(file, 'no database')
    // Any other problem is a finding.
    return null
  } finally {
    database?.close()
  }
}

/** An unreadable store is damaged; its other problems are unknown then. */
function tried(check: Check, connection: Connection, now: number): readonly Found[] {
  try {
    return check(connection, now)
  } catch (error) {
    return [unreadable(mailErrorOf(error, connection.location), connection.database.name)]
  }
}

function settled(found: readonly Found[], wanted: boolean): Finding[] {
  return found.map(({ repair, ...finding }) => {
    if (!wanted || repair === undefined) return { ...finding, mended: false }
    try {
      repair()
      return { ...finding, mended: true }
    } catch (error) {
      const why = `${finding.why} It could not be repaired: ${error instanceof Error ? error.message : error}`
      return { ...finding, why, mended: false }
    }
  })
}

function unreadable(error: unknown, where: string): Finding {
  if (error instanceof Error && 'code' in error && (error.code === 'busy' || error.code === 'no-store'))
    throw error
  const why = error instanceof Error ? error.message : String(error)
  const mend = isMailError(error) && error.code === 'not-allowed' ? error.hint : salvaging
  return { finding: 'unreadable', severity: 'damage', where, why, mend, mended: false }
}

/** More than there will ever be. */
const mostVersions = 10_000

function wrongHeader(where: string, version: number): Finding {
  const why = `Its header is damaged: no store has schema ${version}.`
  return { finding: 'damaged-page', severity: 'damage', where, why, mend: salvaging, mended: false }
}

function unreleased(where: string, version: number): Finding {
  const { message: why, hint: mend } = tooOld(version, where)
  return { finding: 'older-version', severity: 'damage', where, why, mend, mended: false }
}

function olderVersion(where: string, version: number): Finding {
  const why = `It has schema ${version}; the current schema is ${schemaVersion}.`
  const mend =
    'Run any command to update it, then run `watchpost doctor` again. The update keeps a copy of the store as it is now.'
  return { finding: 'older-version', severity: 'advice', where, why, mend, mended: false }
}
