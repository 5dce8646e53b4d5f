import { eventWords } from '../../domain/event.ts'
import { outcomes } from '../../domain/outcome.ts'
import {
  count,
  id,
  moment,
  momentOrNull,
  object,
  objectOrNull,
  oneOf,
  text,
  textOrNull,
} from '../schema-parts.ts'

export const event = object({
  seq: count,
  at: moment,
  actor: text,
  from: text,
  what: oneOf(eventWords),
  message: id,
  owner: text,
  detail: objectOrNull,
})

const shown = object({ at: moment, session: textOrNull, command: textOrNull })
export const receipt = object(
  {
    address: text,
    actor: text,
    stored: moment,
    offered: momentOrNull,
    shown: { oneOf: [shown, { type: 'null' }] },
    acknowledged: momentOrNull,
    answered: momentOrNull,
    outcome: { enum: [...outcomes, null] },
    by: textOrNull,
    reason: textOrNull,
    ended: momentOrNull,
  },
  ['actor'],
)
