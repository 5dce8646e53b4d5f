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
      cc: 'Get a copy and owe no answer',
      task: 'Task id',
      attach: 'File paths',
      expires: 'ISO 8601, or a time from now such as 2h',
      key: 'Makes a retry safe: the same key sends once',
    },
    more: {
      mail: {
        tag: 'Tags to search by',
        payload: 'Structured data',
        context: 'Structured context',
        hold: 'Keep it for recipients who are not known yet',
        again: 'Do not warn about a repeated subject',
        exclude: 'Agents to leave out of a broadcast',
        replyTo: 'Id of the message that this one follows',
        thread: 'Id of the thread to join',
        swarm: 'The swarm that it is about',
      },
      debate: {
        statement: 'What a claim, counter, evidence, agree or concede says',
        rationale: 'Why',
        evidence: 'Text, or type=code,source=…,data=…',
      },
      protocol: { template: 'Type of a protocol mail, such as MERGE_READY', field: 'KEY=VALUE' },
    },
  },
  reply: {
    operation: 'reply',
    group: 'core',
    title: 'Reply',
    description: 'Answer a message in its thread. A request is settled by your reply.',
    parameters: {
      message: 'Id of the message to answer',
      body: 'Markdown',
      all: 'Also send it to the other recipients',
      kind: 'Default: response',
      priority: null,
      attach: 'File paths',
      key: 'The same key sends once',
    },
    more: {
      mail: {
        subject: null,
        cc: 'More recipients',
        tag: 'Tags to search by',
        payload: 'Structured data',
        empty: 'Send no text',
      },
      debate: {
        statement: 'What a claim, counter, evidence, agree or concede says',
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
      to: 'Who takes over',
      done: 'What was completed (required)',
      state: 'Where the work stands',
      next: 'Next steps',
      file: 'Paths of modified files',
      created: 'Paths of created files',
      blocker: 'What blocks the work',
      notes: null,
      subject: null,
      priority: null,
      task: 'Task id',
    },
    more: {
      mail: {
        stateFile: 'Path of the file that keeps the state',
        dependency: 'What the work depends on',
        escalation: 'Ids of related escalations',
        job: 'Job id',
        replyTo: 'Id of the message whose work is handed on',
      },
    },
  },
} as const satisfies ToolRows
