import type { ToolRows } from '../tool-row.ts'

/** Writing mail. Served by default. */
export const writingTools = {
  send: {
    operation: 'send',
    group: 'core',
    title: 'Send a message',
    description: 'Send a message to agents or people. Nothing is sent if a recipient is unknown.',
    parameters: {
      to: 'Agents, human, role:NAME, all, a group, queue:NAME, channel:NAME or a tag',
      subject: null,
      body: 'Markdown',
      kind: 'request asks for an answer',
      priority: null,
      cc: 'Recipients of a copy, who need not answer',
      task: 'Task id',
      attach: 'File paths',
      expires: 'ISO 8601, or a time from now such as 2h',
      key: 'Makes a retry safe: a repeat with the same key does not send it again',
    },
    more: {
      mail: {
        tag: 'Tags to search by',
        payload: 'Structured data',
        context: 'Structured context',
        hold: 'Keep it for recipients who are not registered yet',
        again: 'Do not warn about a repeated subject',
        exclude: 'Agents to leave out of a broadcast',
        replyTo: 'Id of the message that this one answers',
        thread: 'Id of the thread to join',
        swarm: 'The swarm it concerns',
      },
      debate: {
        statement: 'The statement of a claim, counter, evidence, agree or concede',
        rationale: 'Why',
        evidence: 'Text, or type=code,source=…,data=…',
      },
      protocol: { template: 'A type of protocol mail, such as MERGE_READY', field: 'KEY=VALUE' },
    },
  },
  reply: {
    operation: 'reply',
    group: 'core',
    title: 'Reply',
    description: 'Answer a message in its thread. Your reply settles a request.',
    parameters: {
      message: 'Id of the message to answer',
      body: 'Markdown',
      all: 'Also send it to the other recipients',
      kind: 'Default: response',
      priority: null,
      attach: 'File paths',
      key: 'A repeat with the same key does not send it again',
    },
    more: {
      mail: {
        subject: null,
        cc: 'More recipients',
        tag: 'Tags to search by',
        payload: 'Structured data',
        empty: 'Send an answer without text',
      },
      debate: {
        statement: 'The statement of a claim, counter, evidence, agree or concede',
        rationale: 'Why',
        evidence: 'Text, or type=code,source=…,data=…',
      },
    },
  },
  handoff: {
    operation: 'handoff',
    group: 'core',
    title: 'Hand work over',
    description: 'Hand your work to another agent, with its state and next steps.',
    parameters: {
      to: 'The agent that takes over',
      done: 'What was completed (required)',
      state: 'The current state of the work',
      next: 'Next steps',
      file: 'Paths of modified files',
      created: 'Paths of created files',
      blocker: 'Blockers of the work',
      notes: null,
      subject: null,
      priority: null,
      task: 'Task id',
    },
    more: {
      mail: {
        stateFile: 'Path of the file that holds the state',
        dependency: 'Dependencies of the work',
        escalation: 'Ids of related escalations',
        job: 'Job id',
        replyTo: 'Id of the message whose work you hand over',
      },
    },
  },
} as const satisfies ToolRows
