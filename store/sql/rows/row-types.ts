export type MessageRow = {
  readonly id: number
  readonly thread_id: number
  readonly reply_to: number | null
  readonly sender_id: number
  readonly principal: string | null
  readonly kind: string
  readonly rank: number
  readonly sent_at: number
  readonly expires_at: number | null
  readonly key: string | null
  readonly task: string | null
  readonly swarm: string | null
  readonly written: string
  readonly more: string | null
  readonly subject: string
  readonly preview: string
}

export type CopyRow = {
  readonly agent_id: number
  readonly rank: number
  readonly box: number
  readonly was: number | null
  readonly via: string | null
  readonly owes: number
  readonly ends_at: number | null
  readonly snoozed_until: number | null
  readonly pinned: number
  readonly read_at: number | null
  readonly ack_at: number | null
  readonly done_at: number | null
  readonly held_by: string | null
  readonly held_until: number | null
  readonly attempts: number
  /** Where it was read with the copy. */
  readonly came_back?: ReturnedRow | null
}

/** Who had a copy before it came back. */
export type ReturnedRow = {
  readonly holder_id: number
  readonly session: string | null
  readonly taken_at: number
}
