import { canMeet, readPath } from '../../domain/reservation.ts'
import { texts } from '../../input/input.ts'
import type { Context } from '../../services/context.ts'
import { pathOptions, pathsIn, worktreeOf } from '../../services/reservations/paths.ts'
import { standingReservations } from '../../services/reservations/standing.ts'
import { reservationValue } from '../../services/reservations/value.ts'
import { operation } from '../operation.ts'

export const reservations = operation({
  summary: 'List reserved paths with their holders and ends',
  access: 'read',
  unregistered: true,
  input: {
    paths: texts('Only reservations that touch one of these paths', pathOptions),
  },
  value: 'reservations',
  examples: [['watchpost reservations src/parser', 'shows who has reserved something there']],
  async run(context, { paths: written = [] }) {
    const held = await standingReservations(context, projectOf(context))
    if (written.length === 0) return { reservations: held.map(reservationValue) }
    const paths = pathsIn(worktreeOf(context), written).map(readPath)
    const found = held.filter(({ path }) => paths.some((one) => canMeet(one, readPath(path))))
    return { reservations: found.map(reservationValue) }
  },
})

/** Where the caller is in no folder, all projects of the store. */
function projectOf(context: Context): string | null {
  return context.worktrees === undefined ? null : worktreeOf(context).project
}
