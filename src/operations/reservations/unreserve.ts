import { MailError } from '../../domain/errors.ts'
import { texts } from '../../input/input.ts'
import { authorOf } from '../../services/context.ts'
import { pathOptions, pathsIn, worktreeOf } from '../../services/reservations/paths.ts'
import { reservationValue } from '../../services/reservations/value.ts'
import { operation } from '../operation.ts'

export const unreserve = operation({
  summary: 'Give back paths that you reserved (default: all of them)',
  access: 'write',
  needs: 'own',
  input: { paths: texts('The paths, as you reserved them', pathOptions) },
  value: 'reservations',
  async run(context, { paths: written = [] }) {
    const { reservations } = context.store
    const author = authorOf(context)
    const released =
      written.length === 0
        ? await reservations.release(author, null)
        : await reservations.release(author, whichOf(worktreeOf(context), written))
    if (released.length === 0) throw new MailError('nothing', 'You have no such reservation.', '')
    return { reservations: released.map(reservationValue) }
  },
})

function whichOf(worktree: ReturnType<typeof worktreeOf>, written: readonly string[]) {
  const paths = pathsIn(worktree, written)
  // A reserved folder may be gone, and a reserved file may be a folder now.
  return {
    project: worktree.project,
    paths: paths.flatMap((path) => [path, `${path}/**`, path.replace(/\/\*\*$/u, '')]),
  }
}
