import { isElsewhere } from '../../src/domain/errors.ts'
import type { CallOf } from './calls.ts'

/** Calls of a far store until one of them says that its place has another by now: from then on each fails with that error. */
export function noteElsewhere(call: CallOf): { readonly call: CallOf; isCurrent(): boolean } {
  let elsewhere: unknown = null
  return {
    isCurrent: () => elsewhere === null,
    async call(...asked) {
      if (elsewhere !== null) throw elsewhere
      try {
        return await call(...asked)
      } catch (error) {
        if (isElsewhere(error)) elsewhere = error
        throw error
      }
    },
  }
}
