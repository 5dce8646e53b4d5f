import { isElsewhere } from '../domain/errors.ts'
import type { Context } from './context.ts'

/**
 * Runs work in the store that is at its place. Where the store was replaced, all of the work is done again there: numbers
 * that were read in the old one mean nothing in the new one.
 * @throws MailError `no-store` where it was removed · `not-allowed` where nobody trusts the new one
 */
export async function inCurrentStore<T>(given: Context, work: (context: Context) => Promise<T>): Promise<T> {
  for (let context = await currentOf(given); ; ) {
    try {
      return await work(context)
    } catch (error) {
      context = await reopened(context, error)
    }
  }
}

/** The same for what answers until the caller aborts. */
export async function* followCurrentStore<T>(
  given: Context,
  follow: (context: Context) => AsyncIterable<T>,
): AsyncIterable<T> {
  for (let context = await currentOf(given); ; ) {
    try {
      yield* follow(context === given ? context : { ...context, resumed: true })
      return
    } catch (error) {
      context = await reopened(context, error)
    }
  }
}

async function currentOf(context: Context): Promise<Context> {
  return context.reopen === undefined || context.store.isCurrent() ? context : context.reopen()
}

async function reopened(context: Context, error: unknown): Promise<Context> {
  if (context.reopen === undefined || !isElsewhere(error) || context.store.isCurrent()) throw error
  return context.reopen()
}
