import { examineStore } from '../../store/sqlite/doctor/doctor.ts'
import { type Environment, findStore, readSettings } from '../config.ts'
import { isMailError } from '../domain/errors.ts'
import { type Examination, examinationOf, type Finding } from '../domain/finding.ts'

type Wanted = {
  readonly flag: string | undefined
  readonly repair: boolean
  readonly environment: Environment
  readonly now: number
}

/** A store and its settings, looked over without opening it as commands do. */
export async function examine({ flag, repair, environment, now }: Wanted): Promise<Examination> {
  const { location } = findStore(flag, environment)
  const findings = examineStore(location, { repair, now })
  return examinationOf(location, [...(await settingsFindings(location, environment)), ...findings])
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
