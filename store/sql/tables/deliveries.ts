import { columnsBut, type Row, table } from './table.ts'

/** One recipient's copy. Box 0 to 5 are the statuses, then snoozed, dead, expired, retracted, withheld. In SQLite it is one b-tree. */
export const deliveries = table({
  name: 'deliveries',
  columns: {
    agent_id: 'number',
    box: 'small',
    /** Of its message, whose id is rank % 2^48. */
    rank: 'number',
    /** The status that a snoozed, dead or expired copy had. */
    was: 'small?',
    /** How its owner was addressed, unless as itself. */
    via: 'word?',
    /** JSON array of further ways by which its owner was addressed, in their order; hardly any copy has them. */
    also_via: 'text?',
    sender_id: 'number',
    /** 1 while an answer is owed. */
    owes: 'small = 0',
    expires_at: 'number?',
    snoozed_until: 'number?',
    pinned: 'small = 0',
    read_at: 'number?',
    ack_at: 'number?',
    done_at: 'number?',
    held_by: 'word?',
    held_until: 'number?',
    attempts: 'count = 0',
  },
  key: { sqlite: 'agent_id, box, rank', postgres: 'agent_id, rank' },
  indexes: {
    deliveries_expiring: '(agent_id, expires_at) WHERE box = 0 AND expires_at IS NOT NULL',
    deliveries_timed:
      '(agent_id) WHERE box = 6 OR (expires_at IS NOT NULL AND (box = 0 OR (box = 1 AND owes = 1)))',
    deliveries_pinned: '(agent_id) WHERE pinned = 1',
  },
  storage: 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0',
})

/** A copy beside its message: that has the rank, and the sender. */
export const copyNames = columnsBut(deliveries, 'rank', 'sender_id')
/** A copy's state, in the order in which the log keeps it. */
export const stateColumns = columnsBut(
  deliveries,
  'agent_id',
  'rank',
  'via',
  'also_via',
  'sender_id',
  'expires_at',
)
export type StateRow = Row<typeof deliveries, (typeof stateColumns)[number]>

/** Work that came back unfinished and that nobody was shown since. As a second sort key of copies it would be in every index and cursor. */
export const returned = table({
  name: 'returned',
  columns: {
    agent_id: 'number',
    rank: 'number',
    holder_id: 'number',
    session: 'word?',
    taken_at: 'number',
  },
  key: 'agent_id, rank',
})

/** A copy. Where its message is read with it, `expires_at` is that of the message. */
export type CopyRow = Omit<Row<typeof deliveries, 'rank' | (typeof copyNames)[number]>, 'expires_at'> & {
  readonly ends_at: number | null
  /** Where it was read with the copy. */
  readonly came_back?: ReturnedRow | null
}

/** Who had a copy before it came back. */
export type ReturnedRow = {
  readonly holder_id: number
  readonly session: string | null
  readonly taken_at: number
}
