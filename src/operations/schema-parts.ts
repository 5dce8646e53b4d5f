import { channelStatuses } from '../domain/channel.ts'
import { deadReasons } from '../domain/dead-reason.ts'
import { statuses } from '../domain/delivery.ts'
import { errorCodes } from '../domain/errors.ts'
import type { JsonObject } from '../domain/json.ts'
import { kinds } from '../domain/kind.ts'
import { outcomes } from '../domain/outcome.ts'
import { agentKinds, priorities } from '../domain/priority.ts'
import { queueOrders, queueStatuses } from '../domain/queue.ts'
import { agentStates } from '../domain/roster.ts'

export type Schema = JsonObject

export const text = { type: 'string' } as const satisfies Schema
export const textOrNull = { type: ['string', 'null'] } as const satisfies Schema
export const yes = { type: 'boolean' } as const satisfies Schema
export const count = { type: 'integer', minimum: 0 } as const satisfies Schema
/** ISO 8601 in UTC. */
export const moment = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
} as const satisfies Schema
export const momentOrNull = { oneOf: [moment, { type: 'null' }] } as const satisfies Schema
export const id = { type: 'string', pattern: '^[0-9A-HJKMNP-TV-Z]{5,}$' } as const satisfies Schema
export const objectOrNull = { type: ['object', 'null'] } as const satisfies Schema
const anything = {} as const satisfies Schema

export const list = (items: Schema): Schema => ({ type: 'array', items })
export const oneOf = (words: readonly string[]): Schema => ({ type: 'string', enum: words })

/** An object; every property is required but those in `optional`. New ones may come. */
export function object(
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required }
}

export const error = object({ code: oneOf(errorCodes), message: text, hint: text })
export const problems = list(object({ id: text, error }))

export const counts = object({ urgent: count, high: count, normal: count, low: count, total: count })

const outcome = object({
  owner: text,
  state: oneOf(outcomes),
  by: textOrNull,
  reason: textOrNull,
  at: momentOrNull,
})

const messageProperties = {
  id,
  thread: id,
  replyTo: { oneOf: [id, { type: 'null' }] },
  from: text,
  actor: text,
  importedBy: text,
  importedFrom: text,
  to: list(text),
  cc: list(text),
  kind: oneOf(kinds),
  priority: oneOf(priorities),
  subject: text,
  preview: text,
  body: text,
  payload: anything,
  context: objectOrNull,
  attachments: list(text),
  tags: list(text),
  swarm: textOrNull,
  task: textOrNull,
  sentAt: moment,
  expiresAt: momentOrNull,
  owner: textOrNull,
  status: { enum: [...statuses, null] },
  condition: { enum: ['dead', 'expired', null] },
  deadReason: { enum: [...deadReasons, null] },
  readAt: momentOrNull,
  acknowledgedAt: momentOrNull,
  completedAt: momentOrNull,
  snoozedUntil: momentOrNull,
  pinned: yes,
  lease: { oneOf: [object({ by: text, until: moment, attempt: count }), { type: 'null' }] },
  returned: object({ by: text, session: textOrNull, takenAt: moment }),
  owes: yes,
  outcomes: list(outcome),
  fields: objectOrNull,
  protocol: object({ type: text, argument: text, missing: list(text) }),
  meta: objectOrNull,
  /** Beside a body that an agent reads. */
  untrusted: { const: true },
  bodyCut: { const: true },
  bodyBytes: count,
} as const satisfies Readonly<Record<string, Schema>>

const seldom = [
  'actor',
  'importedBy',
  'importedFrom',
  'outcomes',
  'returned',
  'protocol',
  'untrusted',
  'bodyCut',
  'bodyBytes',
] as const

/** A message in a list: without its body, unless it was asked for. */
export const message = object(messageProperties, [...seldom, 'body'])
export const fullMessage = object(messageProperties, seldom)
export const inboxRow = object(
  { ...messageProperties, threadSize: count, copies: count, unreadCopies: count },
  [...seldom, 'body', 'copies', 'unreadCopies'],
)

export const agentProperties = {
  address: text,
  longForm: textOrNull,
  kind: oneOf(agentKinds),
  role: textOrNull,
  swarm: textOrNull,
  tags: list(text),
  session: textOrNull,
  state: oneOf(agentStates),
  lastSeen: momentOrNull,
  pane: textOrNull,
  reportsTo: textOrNull,
  canComplete: yes,
  watched: yes,
  talksTo: list(text),
  lookalike: textOrNull,
  unread: counts,
  waiting: { oneOf: [object({ since: moment, reason: text }), { type: 'null' }] },
} as const satisfies Readonly<Record<string, Schema>>
export const agent = object(agentProperties)

export const group = object({ name: text, members: list(text) })

const countOrNull = { type: ['integer', 'null'], minimum: 0 } as const satisfies Schema

export const queue = object({
  name: text,
  status: oneOf(queueStatuses),
  order: oneOf(queueOrders),
  maxConcurrency: countOrNull,
  claimers: list(text),
  lease: text,
  attempts: count,
  available: count,
  processing: count,
  completed: count,
  failed: count,
})

export const channel = object({
  name: text,
  status: oneOf(channelStatuses),
  subscribers: list(text),
  retainCount: countOrNull,
  retainHours: countOrNull,
  posts: count,
})

const listed = { name: text }
export const places = object({
  queues: list(
    object({ ...listed, status: oneOf(queueStatuses), available: count, processing: count, failed: count }),
  ),
  channels: list(object({ ...listed, status: oneOf(channelStatuses), subscribed: yes, posts: count })),
  tags: list(object({ tag: text, bearers: count, posts: count })),
  groups: list(object({ ...listed, members: count })),
})

export const draft = object({
  id: text,
  operation: text,
  fields: { type: 'object' },
  savedAt: moment,
  sendAt: momentOrNull,
})

export const savedView = object({ name: text, query: text, savedAt: moment })
