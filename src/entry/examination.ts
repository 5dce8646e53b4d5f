import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { type Environment, readSettings } from '../config.ts'
import { isMailError } from '../domain/errors.ts'
import { type Examination, examinationOf, type Finding } from '../domain/finding.ts'
import { findStore, type Place } from '../store-place/find-store.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly repair: boolean
  readonly environment: Environment
  readonly now: number
}

/** A store and its settings, looked over without opening it as commands do. */
export async function examine({ flag, repair, environment, now }: Wanted): Promise<Examination> {
  const place = findStore(flag, environment)
  const { location } = place
  const { allowNetworkFilesystem, wrong } = await settingsOrFinding(location, environment)
  const findings = examineStore(location, { repair, now, allowNetworkFilesystem })
  return examinationOf(location, [...placeFindings(place), ...wrong, ...findings])
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
    const { allowNetworkFilesystem } = await readSettings(location, environment)
    return { allowNetworkFilesystem, wrong: [] }
  } catch (error) {
    if (!isMailError(error)) throw error
    const { message: why, hint: mend } = error
    const told = { where: location, why, mend, mended: false }
    const { allowNetworkFilesystem } = environment
    return { allowNetworkFilesystem, wrong: [{ finding: 'settings', severity: 'damage', ...told }] }
  }
}
