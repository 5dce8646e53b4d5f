import type { SessionStore } from '../../session-store.ts'
import type { Connection } from '../connection.ts'
import type { Working } from '../work.ts'
import { leftOpen, returnedLetters } from './left-open.ts'
import { unbriefedSessions } from './unbriefed.ts'
import { takeBack, workOf } from './work.ts'

/** What sessions have taken and left: few commands ask for it. */
export function openSessionWork(
  connection: Connection,
): Working<Pick<SessionStore, 'work' | 'takeBack' | 'returned' | 'leftOpen' | 'unbriefed'>> {
  return {
    work: (agent, most) => connection.read((at) => workOf(at, agent, most)),
    *takeBack(doer, work, at) {
      if (work.length === 0) return []
      return yield* connection.write(
        (tx) => takeBack(tx, doer, work, at),
        ({ length }) => length > 0,
      )
    },
    returned: (most) => connection.read((at) => returnedLetters(at, most)),
    leftOpen: (agent, session, most) => connection.read((at) => leftOpen(at, agent, session, most)),
    unbriefed: (before, most) => unbriefedSessions(connection, before, most),
  }
}
