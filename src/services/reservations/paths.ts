import { MailError } from '../../domain/errors.ts'
import { meansFolder, reservedPath } from '../../domain/reservation.ts'
import type { Context } from '../context.ts'
import type { Worktree, WorktreeDriver } from '../worktree-driver.ts'

export const pathOptions = { positional: true, completes: 'file', placeholder: 'PATH', most: 200 } as const

type Place = Worktree & Pick<WorktreeDriver, 'folder' | 'kindOf'>

/** The worktree of the caller. @throws MailError `no-driver` */
export function worktreeOf({ worktrees }: Context): Place {
  if (worktrees === undefined)
    throw new MailError(
      'no-driver',
      'Paths can be reserved only from a folder of the project.',
      'Run `watchpost reserve` there.',
    )
  const { folder, kindOf } = worktrees
  return { ...worktrees.of(folder), folder, kindOf }
}

/** Paths as claims keep them; they were written relative to the caller's folder. @throws MailError `usage` */
export function pathsIn({ folder, root, kindOf }: Place, written: readonly string[]): readonly string[] {
  const paths = written.map((one) => {
    const path = reservedPath(one, folder, root)
    const isMeant = path !== '**' && (one.endsWith('/') || meansFolder(path, kindOf(`${root}/${path}`)))
    return isMeant ? `${path}/**` : path
  })
  return [...new Set(paths)]
}
