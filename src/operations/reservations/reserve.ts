import type { HeldReservation } from '../../../store/mail-store.ts'
import { MailError } from '../../domain/errors.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { isEverything, longestReservation, usualReservation } from '../../domain/reservation.ts'
import { isPerson } from '../../domain/roster.ts'
import { duration, flag, requiredTexts } from '../../input/input.ts'
import { authorOf, type Context } from '../../services/context.ts'
import { pathOptions, pathsIn, worktreeOf } from '../../services/reservations/paths.ts'
import { endAbandoned, standingReservations } from '../../services/reservations/standing.ts'
import { reservationValue } from '../../services/reservations/value.ts'
import { iso } from '../../services/values.ts'
import { operation } from '../operation.ts'

const mostNamed = 5

export const reserve = operation({
  summary: 'Reserve paths for yourself before you edit them: all of them, or none',
  access: 'write',
  needs: 'own',
  input: {
    paths: requiredTexts('Files, folders or patterns, such as src/a.ts, docs or "src/**/*.css"', pathOptions),
    for: duration('How long (default: 30m, at most 24h); it also ends with your session'),
    shared: flag('Let others share the paths; nobody can then reserve them alone'),
  },
  value: 'reservations',
  examples: [
    ['watchpost reserve src/parser "test/parser*"', 'reserves a folder and some files for 30 minutes'],
    ['watchpost reserve docs --shared --for 2h', 'reserves a folder that others may share'],
  ],
  async run(context, { paths: written, for: length, shared = false }) {
    const worktree = worktreeOf(context)
    const paths = pathsIn(worktree, written)
    const until = context.now() + lengthOf(length)
    requireNotEverything(context, paths)
    const { project } = worktree
    await endAbandoned(context, project)
    const wanted = { project, paths, shared, until }
    const against = await context.store.reservations.reserve(authorOf(context), wanted)
    if (against.length > 0) throw refused(against)
    const own = (await standingReservations(context, project)).filter(
      ({ agent, path }) => agent === context.actor.address && paths.includes(path),
    )
    return { reservations: own.map(reservationValue) }
  },
})

function lengthOf(length = usualReservation): number {
  if (length > 0 && length <= longestReservation) return length
  throw new MailError(
    'usage',
    length > 0 ? 'A reservation lasts at most 24h.' : 'A reservation of no length ends immediately.',
    'Give --for a time such as 30m or 2h; reserve again before it ends.',
  )
}

/** @throws MailError `not-allowed` an agent wants the whole worktree */
function requireNotEverything({ actor, principal }: Context, paths: readonly string[]): void {
  const all = paths.find(isEverything)
  if (all === undefined || (isPerson(actor) && principal === null)) return
  throw new MailError(
    'not-allowed',
    `Only a person can reserve the whole worktree (${all}).`,
    'Reserve the folders that you will edit.',
  )
}

function refused(against: readonly HeldReservation[]): MailError {
  const named = against.slice(0, mostNamed).map(({ path, agent, shared, until }) => {
    const how = shared ? 'shared by' : 'reserved by'
    return `${disarmLine(path, 120)} is ${how} ${disarmLine(agent, 80)} until ${iso(until)}`
  })
  const left = against.length - named.length
  const more = left > 0 ? `; and ${left} more` : ''
  return new MailError(
    'conflict',
    `Nothing was reserved: ${named.join('; ')}${more}.`,
    'Write to the holder, work on other files, or try again later. `watchpost reservations` lists them.',
  )
}
