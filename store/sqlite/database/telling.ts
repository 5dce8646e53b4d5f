import type { Rung } from '../../sql/rung.ts'
import { type Bell, openBell } from './bell.ts'
import { type Marks, openMarks } from './marks.ts'

/** How waiting programs are notified of a change, before its COMMIT and after it. */
export type Telling = { before(rung: Rung): void; after(): void }

export function openTelling(location: string): Telling {
  let marks: Marks | undefined
  let bell: Bell | undefined
  let altered: Rung = false

  return {
    before(rung) {
      altered = rung
      marks ??= openMarks(location)
      marks.put(rung)
    },
    after() {
      if (altered === false) return
      bell ??= openBell(location)
      // Whoever looked between the first mark and the COMMIT has counted that one already.
      if (altered === true) bell.ring(marks?.stamp)
      else {
        marks?.put(altered)
        bell.ring()
      }
      altered = false
    },
  }
}
