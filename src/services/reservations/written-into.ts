import type { HeldReservation } from '../../../store/mail-store.ts'
import { isMailError } from '../../domain/errors.ts'
import { readFilePath, reservedPath, standAgainst } from '../../domain/reservation.ts'
import type { Context } from '../context.ts'
import type { WorktreeDriver } from '../worktree-driver.ts'
import { standingReservations } from './standing.ts'

export type WrittenInto = HeldReservation & {
  /** The file that the agent writes to, relative to its worktree. */
  readonly file: string
}

/** A tool can name thousands of files. */
const mostFiles = 500

/** Reservations of others that the actor's agent is about to write into, one for each file. */
export async function writtenInto(
  context: Context,
  { files, folder }: { readonly files: readonly string[]; readonly folder: string | null },
): Promise<readonly WrittenInto[]> {
  const { worktrees, actor } = context
  if (worktrees === undefined || files.length === 0) return []
  const all = await standingReservations(context, null)
  const found: WrittenInto[] = []
  for (const written of all.length === 0 ? [] : files.slice(0, mostFiles)) {
    const place = placeOf(worktrees, written, folder ?? worktrees.folder)
    if (place === null) continue
    const held = all.filter(({ project }) => project === place.project)
    const wanted = { agent: actor.address, shared: true, path: readFilePath(place.file) }
    const [first] = standAgainst(wanted, held)
    if (first !== undefined) found.push({ ...first, file: place.file })
  }
  return found
}

/** The file's own worktree counts, not that of the session. `null`: it is a name that nobody can reserve. */
function placeOf(worktrees: WorktreeDriver, written: string, folder: string) {
  const absolute = written.startsWith('/') ? written : `${folder}/${written}`
  const { root, project } = worktrees.of(absolute.replace(/\/[^/]*$/u, '') || '/')
  try {
    return { project, file: reservedPath(absolute, folder, root) }
  } catch (error) {
    if (isMailError(error)) return null
    throw error
  }
}
