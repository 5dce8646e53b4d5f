import { after } from '../../after.ts'
import { isMailError } from '../../domain/errors.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { guarded } from '../gate/guarded-store.ts'
import { inCurrentStore } from '../reopened.ts'
import { alertPass } from './alert-pass.ts'

/** A process that ends sooner than this tells nothing. */
const settledIn = 2_000
const lookEvery = 10_000

/**
 * For as long as this process runs, the programs of the person's settings are told of what enters Attention. This runs beside the
 * work, never fails, and keeps no process alive. It is no act of upkeep: the turn of that may be with a process of an agent, which must not
 * start a person's programs.
 */
export function keepAlerting(context: Context): () => Promise<void> {
  const ending = new AbortController()
  let pass: Promise<void> = Promise.resolve()
  if (!isOwn(context)) return async () => {}
  let timer = after(settledIn, look).unref()

  function look(): void {
    pass = tellOnce().then((goesOn) => {
      if (goesOn && !ending.signal.aborted) timer = after(lookEvery, look).unref()
    })
  }

  /** Whether another look makes sense. */
  async function tellOnce(): Promise<boolean> {
    try {
      await inCurrentStore(context, (current) =>
        alertPass(guarded({ ...current, ...pick(context) }), ending.signal),
      )
    } catch (error) {
      // Below a coding agent this does not change.
      if (isMailError(error) && error.code === 'not-allowed') return false
    }
    return true
  }

  return async () => {
    timer.stop()
    ending.abort()
    await pass
  }
}

/** A store that was opened again knows nothing of the programs that this process may start. */
function pick({ programs }: Context): Pick<Context, 'programs'> {
  return programs === undefined ? {} : { programs }
}

function isOwn({ programs, actor, principal, onlyLooks }: Context): boolean {
  return programs !== undefined && isPerson(actor) && principal === null && onlyLooks !== true
}
