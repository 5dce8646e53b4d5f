import { after } from '../../after.ts'
import { type Alert, alertFields, argumentOf } from '../../domain/alerts/alert.ts'
import { inputOf } from '../../domain/alerts/alert-inputs.ts'
import { isMailError } from '../../domain/errors.ts'
import { durationText } from '../../domain/moment.ts'
import { reasonOf } from '../../domain/run.ts'
import { sanitizeLine } from '../../domain/sanitize.ts'
import { fieldOf } from '../../domain/settings/field-arguments.ts'
import type { AlertProgram } from '../../domain/settings/settings.ts'
import { wholeStart } from '../../domain/whole-text.ts'
import type { Program, ProgramDriver } from '../context.ts'

/** A program has this long, ms. */
export const timeLimit = 30_000
const longestError = 300

export type Starting = {
  readonly programs: ProgramDriver
  readonly stop: AbortSignal
  readonly limit?: number
}

/** Tells a program of one alert. Answers its error; `null` where it ended well, `stopped` where the signal broke it off. */
export async function startProgram(
  { run, input }: AlertProgram,
  alert: Alert,
  { programs, stop, limit = timeLimit }: Starting,
): Promise<{ readonly error: string } | 'stopped' | null> {
  if (stop.aborted) return 'stopped'
  const command = run.map((word) => {
    const field = fieldOf(alertFields, word)
    return field === null ? word : argumentOf(alert, field)
  })
  let program: Program
  try {
    program = await programs.start(command, { input: inputOf(alert, input), variables: {} })
  } catch (error) {
    if (!isMailError(error)) throw error
    return { error: shown(error.message) }
  }
  let timedOut = false
  const timer = after(limit, () => {
    timedOut = true
    program.stop()
  })
  stop.addEventListener('abort', program.stop)
  if (stop.aborted) program.stop()
  const end = await program.ended
  timer.stop()
  stop.removeEventListener('abort', program.stop)
  if (end.exit === 0 && !timedOut) return null
  if (stop.aborted && !timedOut) return 'stopped'
  return { error: shown(reasonOf(end, timedOut ? durationText(limit) : null)) }
}

function shown(error: string): string {
  return wholeStart(sanitizeLine(error.trim()), longestError)
}
