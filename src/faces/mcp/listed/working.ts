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
      ignore: 'You will not answer them',
      reason: 'Why you ignore them',
    },
    idempotent: true,
  },
  complete: {
    operation: 'complete',
    group: 'core',
    title: 'Complete messages',
    description: 'Mark messages as done and archive them.',
    parameters: {
      messages: ids,
      result: 'The answer, in Markdown',
      keep: 'Do not archive',
      attempt: '`attempt` of your lease',
      next: 'Also take the next',
    },
    idempotent: true,
  },
  fail: {
    operation: 'fail',
    group: 'core',
    title: 'Fail messages',
    description: 'Mark messages as failed; the senders get the reason.',
    parameters: { messages: ids, reason: 'What went wrong', attempt: '`attempt` of your lease' },
    more: { queue: { next: 'Claim the next item of its queue' } },
    destructive: true,
    idempotent: true,
  },
  claim: {
    operation: 'claim',
    group: 'core',
    title: 'Claim work',
    description: 'Claim the next item of a queue, leased to you. End it with complete or fail.',
    parameters: {
      queue: 'Default: every queue open to you',
      lease: 'Its length, such as 10m',
      full,
    },
    empty: 'No work is waiting.',
  },
  agents: {
    operation: 'listAgents',
    group: 'core',
    title: 'List agents',
    description: 'List agents and people: address, role, state, unread.',
    parameters: { role: 'Only with this role', state: 'Only in this state', ...paging },
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
