import { full, ids, paging, type ToolRows } from '../tool-row.ts'

/** Work on mail, and who is there. Served by default. */
export const workingTools = {
  ack: {
    operation: 'ack',
    group: 'core',
    title: 'Acknowledge messages',
    description: 'Show the senders that you noticed their messages, without an answer.',
    parameters: {
      messages: ids,
      note: 'A note for the log',
      ignore: 'Ignore them: you will not answer',
      reason: 'The reason for ignoring them',
    },
    idempotent: true,
  },
  complete: {
    operation: 'complete',
    group: 'core',
    title: 'Complete messages',
    description: 'Mark messages as done and archive them.',
    parameters: { messages: ids, keep: 'Do not archive them', attempt: '`attempt` of your lease' },
    idempotent: true,
  },
  fail: {
    operation: 'fail',
    group: 'core',
    title: 'Fail messages',
    description: 'Mark messages as failed; the senders get the reason.',
    parameters: { messages: ids, reason: 'What went wrong', attempt: '`attempt` of your lease' },
    destructive: true,
    idempotent: true,
  },
  claim: {
    operation: 'claim',
    group: 'core',
    title: 'Claim work',
    description: 'Claim the next item of a queue under a lease, for you alone. End it with complete or fail.',
    parameters: {
      queue: 'Name of the queue (default: every queue open to you)',
      lease: 'Length of the lease, such as 10m',
      full,
    },
    empty: 'No work is waiting.',
  },
  agents: {
    operation: 'listAgents',
    group: 'core',
    title: 'List agents',
    description: 'List agents and people: address, role, state, unread mail.',
    parameters: { role: 'Only holders of this role', state: 'Only agents in this state', ...paging },
    more: {
      roster: {
        swarm: 'Only members of this swarm',
        tag: 'Only with this tag',
        kind: 'Only agents of this kind',
      },
    },
  },
  whoami: {
    operation: 'whoami',
    group: 'core',
    title: 'Who am I',
    description: 'Get your address and role.',
    parameters: {},
  },
} as const satisfies ToolRows
