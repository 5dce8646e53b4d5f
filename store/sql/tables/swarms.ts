import { table } from './table.ts'

/** Who may call the MAIL server. Only a digest is kept: the token itself is shown once. */
export const tokens = table({
  name: 'tokens',
  columns: {
    id: 'word',
    digest: 'text',
    role: 'word',
    identity: 'word',
    created_at: 'number',
    revoked_at: 'number?',
  },
  key: 'id',
  unique: 'digest',
})

/** A secret is the name of the variable that holds it, never the secret. */
export const peers = table({
  name: 'peers',
  columns: {
    name: 'word',
    base_url: 'text',
    version: 'text',
    description: 'text',
    /** JSON array. */
    keywords: 'text',
    /** JSON object. */
    metadata: 'text?',
    public: 'small',
    volatile: 'small',
    secret: 'text?',
    active: 'small',
    last_seen: 'number',
    registered_at: 'number',
  },
  key: 'name',
})

/** Copies for agents of other swarms that have not left yet. Within a lane the first goes first. */
export const outbox = table({
  name: 'outbox',
  columns: {
    seq: 'id',
    message_id: 'number',
    address: 'word',
    swarm: 'word',
    lane: 'word',
    attempts: 'number = 0',
    next_at: 'number',
    problem: 'text?',
  },
  unique: 'message_id, address',
  indexes: { outbox_lane: '(swarm, lane, seq)' },
})
