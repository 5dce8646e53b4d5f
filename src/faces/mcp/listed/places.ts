import { paging, type ToolRows } from '../tool-row.ts'

/** Queues, channels, agents and the record. */
export const placeTools = {
  renew: {
    operation: 'renew',
    group: 'queue',
    title: 'Renew a lease',
    description: 'Keep claimed work for longer: restart its lease.',
    parameters: {
      message: 'Id of the work',
      lease: 'Length of the lease, such as 10m',
      attempt: '`attempt` of your lease',
    },
  },
  release: {
    operation: 'release',
    group: 'queue',
    title: 'Release work',
    description: 'Give claimed work back to its queue; the attempt does not count.',
    parameters: { message: 'Id of the work', attempt: '`attempt` of your lease' },
    destructive: true,
  },
  queues: {
    operation: 'listQueues',
    group: 'queue',
    title: 'List queues',
    description: 'List queues: how much is waiting, claimed, completed and failed in each.',
    parameters: paging,
  },
  channels: {
    operation: 'listChannels',
    group: 'channel',
    title: 'List channels',
    description: 'List channels and their subscribers.',
    parameters: paging,
  },
  subscribe: {
    operation: 'subscribe',
    group: 'channel',
    title: 'Subscribe to a channel',
    description: 'Get a copy of every post from now on.',
    parameters: { channel: 'Name of the channel' },
    idempotent: true,
  },
  unsubscribe: {
    operation: 'unsubscribe',
    group: 'channel',
    title: 'Unsubscribe from a channel',
    description: 'Get no more posts of a channel.',
    parameters: { channel: 'Name of the channel' },
    destructive: true,
    idempotent: true,
  },
  agent: {
    operation: 'showAgent',
    group: 'roster',
    title: 'Show an agent',
    description: 'Show the details of an agent.',
    parameters: { agent: 'Address' },
  },
  beat: {
    operation: 'beat',
    group: 'roster',
    title: 'Report that you are alive',
    description: 'Report that you are alive, and what you wait for.',
    parameters: { waiting: 'What you are waiting for' },
    idempotent: true,
  },
  history: {
    operation: 'history',
    group: 'record',
    title: 'History of a message',
    description: 'List every event of a message: what happened, when, and who did it.',
    parameters: { message: 'Id of the message', ...paging },
  },
  receipts: {
    operation: 'receipts',
    group: 'record',
    title: 'Receipts of a message',
    description: 'See the progress of a message with each recipient.',
    parameters: { message: 'Id of the message', ...paging },
  },
} as const satisfies ToolRows
