import type { Status } from '../domain/delivery.ts'
import type { Contents } from '../domain/message.ts'
import type { AgentKind } from '../domain/priority.ts'

/** The owner of a copy that represents every recipient's. */
export const everyone = '*'

/** The `sentAt` of a message without a time. */
export const untimed = 0

/** One recipient's copy as a format states it. */
export type ParcelCopy = {
  /** As the format writes an address. */
  readonly owner: string
  readonly status: Status
  /** Its status before it was archived, if the format has it. */
  readonly was: Status | null
  readonly readAt: number | null
  readonly acknowledgedAt: number | null
  readonly completedAt: number | null
  readonly claimedBy: string | null
  readonly claimedAt: number | null
  /** The id of this copy, in formats that give each copy its own. */
  readonly id: string | null
}

/**
 * A message with what happened to its copies, as it goes from a format into a store and back. Ids are the format's,
 * addresses are written as people write them to us, times are milliseconds since 1970.
 */
export type Parcel = Contents & {
  readonly id: string
  /** Other ids that may be asked for. */
  readonly aliases: readonly string[]
  /** The kind of the sender, if the format has it. */
  readonly fromKind: AgentKind | null
  readonly body: string
  readonly sentAt: number
  /** `default`: the format's own rule for such recipients. */
  readonly expiresAt: number | null | 'default'
  readonly replyTo: string | null
  /** The format's name for the thread: the first message's id, or a name of its own. */
  readonly thread: string | null
  /** The round of its debate, if we counted it. */
  readonly round: number | null
  readonly copies: readonly ParcelCopy[]
}

export const emptyParcel: Parcel = {
  id: '',
  aliases: [],
  from: '',
  fromKind: null,
  to: [],
  cc: [],
  kind: 'request',
  priority: 'normal',
  subject: '',
  body: '',
  payload: null,
  context: null,
  attachments: [],
  tags: [],
  swarm: null,
  task: null,
  sentAt: 0,
  expiresAt: null,
  replyTo: null,
  thread: null,
  round: null,
  copies: [],
  meta: null,
}

export const unreadCopy: ParcelCopy = {
  owner: '',
  status: 'unread',
  was: null,
  readAt: null,
  acknowledgedAt: null,
  completedAt: null,
  claimedBy: null,
  claimedAt: null,
  id: null,
}
