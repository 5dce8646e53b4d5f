import { paging, type ToolRows } from '../tool-row.ts'

const thread = 'Id of any message in the debate'

/** Debates and tasks. */
export const debateTools = {
  debates: {
    operation: 'listDebates',
    group: 'debate',
    title: 'List debates',
    description: 'List debates, latest first: participants, rounds, verdict.',
    parameters: { verdict: 'Only with this verdict', ...paging },
  },
  debate: {
    operation: 'showDebate',
    group: 'debate',
    title: 'Show a debate',
    description: 'Show the positions and evidence of a debate, and the kinds of answer that are allowed now.',
    parameters: { thread },
  },
  resolve_debate: {
    operation: 'resolveDebate',
    group: 'debate',
    title: 'Decide a debate',
    description: 'End a debate with a decision, and send it to every participant.',
    parameters: {
      thread,
      decision: 'The decision',
      forceConsensus: 'Decide even if they do not agree',
    },
    destructive: true,
  },
  blockers: {
    operation: 'blockers',
    group: 'debate',
    title: 'List deadlocked debates',
    description: 'List debates that are deadlocked.',
    parameters: paging,
  },
  decisions: {
    operation: 'decisions',
    group: 'debate',
    title: 'List decisions',
    description: 'List the decisions of debates, newest first.',
    parameters: paging,
  },
  tasks: {
    operation: 'listTasks',
    group: 'task',
    title: 'List tasks',
    description: 'List tasks, latest first: owner, participants, status.',
    parameters: { status: 'Only with this status', ...paging },
  },
  task: {
    operation: 'showTask',
    group: 'task',
    title: 'Show a task',
    description: 'Show a task with its messages and how it ended.',
    parameters: { task: 'Task id', ...paging },
  },
} as const satisfies ToolRows
