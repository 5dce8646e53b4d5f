import { sessionLives } from '../../domain/session.ts'
import {
  agentProperties,
  id,
  list,
  moment,
  momentOrNull,
  object,
  oneOf,
  type Schema,
  text,
  textOrNull,
} from '../schema-parts.ts'

/** One agent, with its sessions and what each of them works on. */
export const shownAgent = object({
  ...agentProperties,
  nudges: list(object({ at: moment, from: text, actor: text, text, outcome: text })),
  sessions: list(
    object({
      session: textOrNull,
      life: oneOf(sessionLives),
      startedAt: momentOrNull,
      lastBeat: momentOrNull,
      endedAt: momentOrNull,
      work: list(object({ message: id, owner: text, since: moment, until: momentOrNull })),
    }),
  ),
})
export const working = {
  oneOf: [object({ session: textOrNull, life: oneOf(sessionLives), since: moment }), { type: 'null' }],
} as const satisfies Schema
