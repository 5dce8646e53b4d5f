import { isMailError, MailError } from '../../../src/domain/errors.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import { schemaVersion } from '../../schema-version.ts'
import type { Judging } from '../../shared/seal-findings.ts'
import { newerVersion } from '../../sql/doctor/checks.ts'
import { type Connection, connect } from '../database/connection.ts'
import { mailErrorOf } from '../database/errors.ts'
import { openPool } from '../database/pool.ts'
import { examineCounts } from './doctor-counts.ts'
import type { Check, Found } from './doctor-found.ts'
import { examineCopies, examineLog } from './doctor-mail.ts'
import { examineMoments } from './doctor-moments.ts'
import { examineRights } from './doctor-rights.ts'
import { examineParts } from './doctor-schema.ts'

const checks: readonly Check[] = [examineParts, examineCopies, examineCounts, examineMoments]

type ServerExamination = {
  /** The address without a password. */
  readonly location: string
  readonly findings: readonly Finding[]
}

/**
 * Looks a store on a server over; changes nothing unless told to repair. A repair never takes mail away.
 * @throws MailError `no-store` where there is no store · `not-allowed` where the server refuses the user · `busy`
 */
export async function examineServer(
  address: string,
  repair: boolean,
  log: Judging = { head: null, told() {} },
): Promise<ServerExamination> {
  const { pool, location } = await openPool(address, 0)
  const connection = connect(pool, location)
  try {
    return { location, findings: await examine(connection, repair, log) }
  } catch (error) {
    throw mailErrorOf(error, location)
  } finally {
    await connection.close()
  }
}

async function examine(connection: Connection, repair: boolean, log: Judging): Promise<readonly Finding[]> {
  const { pool, location } = connection
  const there = await pool.query("SELECT to_regnamespace('watchpost') IS NOT NULL AS there")
  if (there.rows[0]?.there !== 1) throw noStore(location)
  const denied = await examineRights(connection)
  if (denied.length > 0) return denied.map((one) => ({ ...one, mended: false }))
  const facts = await pool.query("SELECT to_regclass('watchpost.facts') IS NOT NULL AS there")
  if (facts.rows[0]?.there !== 1) throw noStore(location)
  const { rows } = await pool.query("SELECT value FROM watchpost.facts WHERE name = 'schema'")
  const version = Number(rows[0]?.value)
  if (version > schemaVersion) return [newerVersion(location, version, schemaVersion)]
  const findings: Finding[] = []
  for (const check of [...checks, examineLog(log)])
    for (const found of await check(connection)) findings.push(await settled(found, repair, location))
  return findings
}

async function settled({ repair, ...finding }: Found, wanted: boolean, location: string): Promise<Finding> {
  if (!wanted || repair === undefined) return { ...finding, mended: false }
  try {
    await repair()
    return { ...finding, mended: true }
  } catch (error) {
    const ours = mailErrorOf(error, location)
    if (isMailError(ours) && ours.code === 'busy') throw ours
    const said = ours instanceof Error ? ours.message : String(ours)
    return { ...finding, why: `${finding.why} It could not be repaired: ${said}`, mended: false }
  }
}

function noStore(location: string): MailError {
  return new MailError('no-store', `There is no store in ${location}.`, 'Make one with `watchpost init`.')
}
