import { eventWords } from '../../domain/event.ts'
import { kinds } from '../../domain/kind.ts'
import {
  count,
  id,
  list,
  moment,
  object,
  oneOf,
  type Schema,
  text,
  textOrNull,
  yes,
} from '../schema-parts.ts'

export const presence = object({
  terminal: text,
  who: text,
  thread: { oneOf: [id, { type: 'null' }] },
  replying: yes,
  seenAt: moment,
})

const handedOver = { thread: id, supervisor: text, by: text, at: moment }
export const assignment = object(handedOver)
export const assigned = object({ ...handedOver, previous: textOrNull })

const amount = { type: 'number', minimum: 0 } as const satisfies Schema
const amountOrNull = { type: ['number', 'null'], minimum: 0 } as const satisfies Schema
const answers = object({ count, median: amountOrNull, p90: amountOrNull, longest: amountOrNull })
const box = object({
  address: text,
  sent: count,
  received: count,
  answers,
  unread: count,
  oldest: amountOrNull,
  backlog: list(count),
})

/** Lengths of time are seconds; lists of counts have one for each part of the period. */
export const stats = object({
  since: moment,
  until: moment,
  bucket: amount,
  whole: yes,
  messages: object({ count, perHour: amount, flow: list(count) }),
  kinds: list(object({ kind: oneOf(kinds), count })),
  deeds: list(object({ what: oneOf(eventWords), count })),
  debate: object({ claims: count, counters: count, ratio: amountOrNull }),
  answers,
  agents: list(box),
  queues: list(box),
})

export const timelineRow = object({
  at: moment,
  what: oneOf([...eventWords, 'got']),
  message: id,
  kind: oneOf(kinds),
  subject: text,
  other: text,
})
