import { table } from './table.ts'

export const groups = table({ name: 'groups', columns: { name: 'word', members: 'text' }, key: 'name' })

/** The items of a queue are deliveries of queue:NAME, a name that is on nobody's roster. */
export const queues = table({
  name: 'queues',
  columns: {
    name: 'word',
    agent_id: 'number',
    /** active, paused, closed. */
    status: 'word',
    /** fifo, priority. */
    ordering: 'word',
    max_concurrency: 'number?',
    /** JSON array of patterns. */
    claimers: 'text',
    /** Milliseconds. */
    lease: 'number',
    /** Tries until an item is a dead letter. */
    attempts: 'number',
  },
  key: 'name',
  unique: 'agent_id',
})

export const channels = table({
  name: 'channels',
  columns: {
    id: 'id',
    name: 'word',
    /** active, closed. */
    status: 'word',
    retain_count: 'number?',
    retain_hours: 'number?',
    /** JSON: subscribers that are patterns, sets, roles or tags. */
    patterns: 'text?',
  },
  unique: 'name',
})

export const posts = table({
  name: 'posts',
  columns: { channel_id: 'number', message_id: 'number', posted_at: 'number', pinned: 'small = 0' },
  key: 'channel_id, message_id',
  indexes: { posts_message: '(message_id)' },
})

export const subscriptions = table({
  name: 'subscriptions',
  columns: { channel_id: 'number', agent_id: 'number', since: 'number' },
  key: 'channel_id, agent_id',
})
