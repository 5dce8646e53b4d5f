import { filters, full, ids, paging, type ToolRows } from '../tool-row.ts'

/** Finding and reading mail. Served by default, so every word costs each agent: the sizes are tested. */
export const readingTools = {
  inbox: {
    operation: 'inbox',
    group: 'core',
    title: 'List mail',
    description: 'List open mail, most urgent first, without bodies.',
    parameters: {
      owner: 'Another agent, queue:NAME, channel:NAME or a tag (default: your mailbox)',
      unread: 'Only unread mail',
      sent: 'Mail that the owner sent',
      all: 'Also completed and archived mail',
      ...filters,
      ...paging,
    },
    more: {
      mail: {
        dead: 'Only dead letters',
        snoozed: 'Only snoozed mail',
        archived: 'Only archived mail',
        everyone: "All agents' mail",
        tag: 'Only with these labels',
        task: 'Only of this task',
      },
      task: { task: 'Only of this task' },
    },
  },
  next: {
    operation: 'next',
    group: 'core',
    title: 'Get the next message',
    description: 'Get the most urgent unread message. Your next call confirms that you received it.',
    parameters: { take: 'Take it to work on, under a lease', ...filters, full },
    more: { mail: { lease: 'Length of the lease, such as 10m' } },
    empty: 'No unread mail.',
  },
  read: {
    operation: 'read',
    group: 'core',
    title: 'Read messages',
    description: 'Get messages with their bodies. Your next call confirms that you received them.',
    parameters: { messages: ids, peek: 'Keep them unread', full },
  },
  wait: {
    operation: 'wait',
    group: 'core',
    title: 'Wait for mail',
    description: 'Wait for unread mail and get the most urgent message. It stays unread unless you take it.',
    parameters: {
      timeout: '30s (default), at most 10m',
      take: 'Take it to work on, under a lease',
      new: 'Only mail that arrives after this call',
      ...filters,
      full,
    },
    more: { mail: { lease: 'Length of the lease, such as 10m' } },
    empty: 'No unread mail came in that time.',
    defaults: { timeout: '30s' },
  },
  thread: {
    operation: 'thread',
    group: 'core',
    title: 'Read a thread',
    description: 'Get all messages of a thread, oldest first.',
    parameters: { message: 'Id of any message in the thread', full, ...paging },
    more: { mail: { of: "Show the status of this agent's copies" } },
  },
  search: {
    operation: 'search',
    group: 'core',
    title: 'Search mail',
    description: 'Find messages, newest first, without bodies.',
    parameters: {
      query:
        'Words, "phrases", and keys: from: to: subject: kind: priority: is: tag: task: thread: before: after: has:. Put - before what must not match',
      ...paging,
    },
    more: {
      mail: {
        best: 'Best matches first, not newest',
        cold: 'Search the cold files instead',
        of: 'The agent whose copies `is:` refers to',
      },
    },
  },
  owed: {
    operation: 'owed',
    group: 'core',
    title: 'List owed answers',
    description: 'List answers that you owe and that others owe you, oldest first.',
    parameters: { byMe: 'Only what you owe', toMe: 'Only what others owe you', ...paging },
  },
} as const satisfies ToolRows
