import { clockDifference } from '../../../src/domain/clock-difference.ts'
import { isMailError, MailError } from '../../../src/domain/errors.ts'
import type { Finding } from '../../../src/domain/finding.ts'
import { schemaVersion } from '../../schema-version.ts'
import type { Judging } from '../../shared/seal-findings.ts'
import * as common from '../../sql/doctor/checks.ts'
import { inTurn } from '../../sql/work.ts'
import { type Connection, connect } from '../database/connection.ts'
import { mailErrorOf } from '../database/errors.ts'
import { findPooler, openPool } from '../database/pool.ts'
import { shared } from '../engine/shared.ts'
import { examineMembers } from './doctor-rights.ts'
import { type Check, examineCounts, examineParts, type Found, fromBackup } from './doctor-schema.ts'

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
    await findPooler(pool)
    return { location, findings: await examine(connection, repair, log) }
  } catch (error) {
    throw mailErrorOf(error, location)
  } finally {
    await connection.close()
  }
}

/** Its parts are those of its version: nothing that is missing here is damage. */
function olderVersion(where: string, version: number): Finding {
  const why = `It has schema ${version}; the current schema is ${schemaVersion}.`
  const mend = 'Its owner upgrades it with `watchpost upgrade`.'
  return { finding: 'older-version', severity: 'advice', where, why, mend, mended: false }
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
  if (version > schemaVersion) return [common.newerVersion(location, version, schemaVersion)]
  if (version < schemaVersion) return [olderVersion(location, version)]
  const findings: Finding[] = []
  const checks = [
    examineClock,
    examineParts,
    examineMembers,
    examineCopies,
    examineCounts,
    examineMoments,
    examineAlerts,
    examineDue,
    examineLog(log),
  ]
  for (const check of checks)
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

/** Whether this machine's clock is that of the server. */
const examineClock: Check = async ({ clock, location: where }) => {
  await clock.look()
  const differs = clockDifference(clock.ahead())
  return differs === null ? [] : [{ finding: 'clock', severity: 'advice', where, ...differs }]
}

/** Every copy is one of a message that is there, and every recipient has a copy. */
const examineCopies: Check = (connection) =>
  inTurn(common.examineCopies(shared(connection), { where: connection.location, mend: fromBackup }))

/** Programs of people do their work. */
const examineAlerts: Check = async (connection) => {
  // A missing table was already reported.
  const isThere = await connection.column("SELECT to_regclass('watchpost.alerts') IS NOT NULL").get()
  return isThere === 1 ? inTurn(common.examineAlerts(shared(connection), connection.location)) : []
}

/** What was to be sent by now is sent. */
const examineDue: Check = async (connection) => {
  // A missing table was already reported.
  const isThere = await connection.column("SELECT to_regclass('watchpost.drafts') IS NOT NULL").get()
  const { clock, location } = connection
  return isThere === 1 ? inTurn(common.examineDue(shared(connection), location, clock.now())) : []
}

/** The log is as it was sealed. */
function examineLog(judging: Judging): Check {
  return async (connection) => {
    // A missing table was already reported.
    const isThere = await connection.column("SELECT to_regclass('watchpost.seals') IS NOT NULL").get()
    if (isThere !== 1) return []
    const log = { where: connection.location, isGapless: false }
    return inTurn(common.examineLog(shared(connection), judging, log))
  }
}

const lastSql = `SELECT s.last::text AS last FROM (SELECT greatest(
    (SELECT m.xact FROM watchpost.messages m ORDER BY m.xact DESC LIMIT 1),
    (SELECT e.xact FROM watchpost.events e ORDER BY e.xact DESC LIMIT 1)) AS last) s
  WHERE s.last >= pg_snapshot_xmax(pg_current_snapshot())`

/**
 * Cursors tell by the numbers of transactions what came after what. A dump keeps these numbers, and another server counts its own:
 * until it has come as far, whoever follows the mail or the log is not told of what the dump brought.
 */
const examineMoments: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query<{ last: string }>(lastSql)
  const [ahead] = rows
  if (ahead === undefined) return []
  return [
    {
      finding: 'moved',
      severity: 'damage',
      where,
      why: 'It was restored from a dump of another server. Programs that follow it miss the mail that the dump brought.',
      mend: '`watchpost doctor --repair` lets this server count as far as the other one had. Stop the programs that use the store first.',
      async repair() {
        const { takeMoments } = await import('../backup/moments.ts')
        await takeMoments(pool, Number(ahead.last))
      },
    },
  ]
}

/** What the user of the connection may not do, although every command does it. */
const examineRights: Check = async ({ pool, location: where }) => {
  const { rows } = await pool.query(
    `SELECT current_user::text AS who, has_schema_privilege('watchpost', 'USAGE') AS may`,
  )
  const { who, may } = rows[0] as { readonly who: string; readonly may: number }
  if (may !== 1) return [denied(where, who, 'may not use the schema watchpost')]
  const unread =
    await pool.query(`SELECT string_agg(c.relname, ', ' ORDER BY c.relname) AS names FROM pg_class c
    WHERE c.relnamespace = 'watchpost'::regnamespace AND c.relkind IN ('r', 'p', 'v')
      AND c.relname <> 'tokens' AND NOT has_table_privilege(c.oid, 'SELECT')`)
  const names = unread.rows[0]?.names
  if (typeof names === 'string') return [denied(where, who, `may not read ${names}`)]
  const unchanged = await pool.query(`SELECT to_regclass('watchpost.deliveries') IS NOT NULL
    AND NOT has_any_column_privilege(to_regclass('watchpost.deliveries')::oid, 'UPDATE') AS denied`)
  if (unchanged.rows[0]?.denied === 1) return [denied(where, who, 'may not change deliveries')]
  return []
}

function denied(where: string, who: string, what: string) {
  return {
    finding: 'permissions',
    severity: 'damage',
    where,
    why: `The database user ${who} ${what}.`,
    mend: 'Ask the owner of the schema for the right, or connect as another user.',
  } as const
}
