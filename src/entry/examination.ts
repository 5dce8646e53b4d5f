import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { clockOf, type Environment, readSettings } from '../config.ts'
import { isMailError } from '../domain/errors.ts'
import { type Examination, examinationOf, type Finding, type SealedLog } from '../domain/finding.ts'
import type { LogHead } from '../domain/log-head.ts'
import { findStore, type Place, requireFolder } from '../store-place/find-store.ts'
import { requireClock } from './admission.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly repair: boolean
  /** A head that was written down, to be held against the log. */
  readonly head: LogHead | null
  readonly environment: Environment
}

/** A store and its settings, looked over without opening it as commands do. */
export async function examine({ flag, repair, head, environment }: Wanted): Promise<Examination> {
  const found = findStore(flag, environment)
  if (found.door?.type === 'postgres') return examineServer(found.door.url, { repair, head }, environment)
  const place = requireFolder(found, '`watchpost doctor`')
  const { location } = place
  if (environment.clock !== null) await requireTestStore(location, environment)
  const { allowNetworkFilesystem, wrong } = await settingsOrFinding(location, environment)
  const { log, told } = listening()
  const asked = { head, told }
  const now = clockOf(environment, Date)()
  const findings = examineStore(location, { repair, now, allowNetworkFilesystem, log: asked })
  return examinationOf(location, [...placeFindings(place), ...wrong, ...findings], log())
}

/** The same for a store in a database of a server. */
async function examineServer(
  named: string,
  { repair, head }: Pick<Wanted, 'repair' | 'head'>,
  environment: Environment,
): Promise<Examination> {
  const doctor = await import('../../store/postgres/doctor/doctor.ts')
  const { withService } = await import('./service-address.ts')
  const url = withService(named)
  if (environment.clock !== null) {
    const { openPostgresStore } = await import('../../store/postgres/postgres-store.ts')
    const store = await openPostgresStore(url, { create: false })
    try {
      await requireClock(store.facts, store.location, environment)
    } finally {
      await store.close()
    }
  }
  const { log, told } = listening()
  const { location, findings } = await doctor.examineServer(url, repair, { head, told })
  return examinationOf(location, findings, log())
}

/** Hears how far the log is sealed. */
function listening() {
  let sealed: SealedLog | null = null
  return {
    log: () => sealed,
    told(log: SealedLog) {
      sealed = log
    },
  }
}

/** Finding damage needs no moved clock: a store that cannot be opened is refused like any other. */
async function requireTestStore(location: string, environment: Environment): Promise<void> {
  const { durability, allowNetworkFilesystem } = await readSettings(location, environment)
  const store = await openSqliteStore(location, { create: false, durability, allowNetworkFilesystem })
  try {
    await requireClock(store.facts, location, environment)
  } finally {
    await store.close()
  }
}

function placeFindings({ location, trust }: Place): readonly Finding[] {
  if (trust?.moved !== true) return []
  const why = 'The store was moved, copied or restored since you trusted it.'
  const mend = 'To trust it at its new location, run `watchpost trust`.'
  return [{ finding: 'moved', severity: 'advice', where: location, why, mend, mended: false }]
}

type Read = { readonly allowNetworkFilesystem: boolean; readonly wrong: readonly Finding[] }

async function settingsOrFinding(location: string, environment: Environment): Promise<Read> {
  try {
    // A copy reads every section.
    const { allowNetworkFilesystem } = { ...(await readSettings(location, environment)) }
    return { allowNetworkFilesystem, wrong: [] }
  } catch (error) {
    if (!isMailError(error)) throw error
    const { message: why, hint: mend } = error
    const told = { where: location, why, mend, mended: false }
    const { allowNetworkFilesystem } = environment
    return { allowNetworkFilesystem, wrong: [{ finding: 'settings', severity: 'damage', ...told }] }
  }
}
