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
  const findings = examineStore(location, { repair, now })
  const settings = await settingsFindings(location, environment)
  return examinationOf(location, [...placeFindings(place), ...settings, ...findings])
}

function placeFindings({ location, trust }: Place): readonly Finding[] {
  if (trust?.moved !== true) return []
  const why = 'The store was moved, copied or restored since you trusted it.'
  const mend = '`watchpost trust` records where it is now.'
  return [{ finding: 'moved', severity: 'advice', where: location, why, mend, mended: false }]
}

async function settingsFindings(location: string, environment: Environment): Promise<readonly Finding[]> {
  try {
    await readSettings(location, environment)
    return []
  } catch (error) {
    if (!isMailError(error)) throw error
    const { message: why, hint: mend } = error
    return [{ finding: 'settings', severity: 'damage', where: location, why, mend, mended: false }]
  }
}
