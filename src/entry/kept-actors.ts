import { isElsewhere } from '../domain/errors.ts'
import type { Opening } from '../faces/cli/host.ts'
import type { Context } from '../services/context.ts'

type Open = (opening: Opening) => Promise<Context>
type Kept = { readonly context: Context; readonly version: number; readonly until: number }

/** An actor is looked up again after this time at the latest, which is also its session's sign of life, ms. */
const longest = 10_000

/** Opens one command after another. Each actor is looked up once for as long as the roster stays as it is. */
export function keepActors(open: Open): Open {
  const kept = new Map<string, Kept>()
  let store: Context['store'] | undefined
  return async (opening) => {
    const { as, command, unregistered, nameless } = opening
    const key = JSON.stringify([as, command, unregistered, nameless])
    const last = kept.get(key)
    // Read first: a change that comes in between makes what was found out of date, never wrong.
    const version = store?.isCurrent() ? await versionIn(store) : undefined
    if (
      last !== undefined &&
      version !== undefined &&
      last.version === version &&
      performance.now() < last.until
    )
      return last.context
    const context = await open(opening)
    if (store !== context.store) kept.clear()
    store = context.store
    if (version !== undefined) kept.set(key, { context, version, until: performance.now() + longest })
    return context
  }
}

/** `undefined` where the store turns out to be replaced: it is opened again. */
async function versionIn({ roster }: Context['store']): Promise<number | undefined> {
  try {
    return await roster.version()
  } catch (error) {
    if (isElsewhere(error)) return undefined
    throw error
  }
}
