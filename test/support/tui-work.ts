import type { QueueColumn } from '../../src/domain/queue.ts'
import type { DebateRowValue, ShownDebate } from '../../src/values/debates-schema.ts'
import type { QueueItemValue } from '../../src/values/queues-schema.ts'
import type { TaskRowValue } from '../../src/values/tasks-schema.ts'
import { ago } from './tui-fleet.ts'
import { agent, row, type Sitting, sitBefore } from './tui-state.ts'

export function debateRow(thread: string, more: Partial<DebateRowValue> = {}): DebateRowValue {
  return {
    thread,
    topic: `Topic of ${thread}`,
    task: null,
    verdict: 'open',
    decision: null,
    participants: ['swarm_dev/architect', 'swarm_dev/critic'],
    rounds: 2,
    openedAt: ago(60),
    lastAt: ago(5),
    lastFrom: 'swarm_dev/critic',
    ...more,
  }
}

export const someDebates: readonly DebateRowValue[] = [
  debateRow('DEAD1', { topic: 'Which queue', verdict: 'deadlock', rounds: 6 }),
  debateRow('REDS1', { topic: 'Redis for sessions' }),
  debateRow('DONE1', { topic: 'Where logs go', verdict: 'consensus', decision: 'To the journal' }),
]

export const someDebate: ShownDebate = {
  thread: 'DEAD1',
  topic: 'Which queue',
  task: 'T-7',
  participants: ['swarm_dev/architect', 'swarm_dev/critic', 'lea'],
  stances: { 'swarm_dev/architect': 'claim', 'swarm_dev/critic': 'counter', lea: null },
  rounds: 6,
  mostRounds: 5,
  agreement: 0.33,
  consensus: false,
  forced: false,
  decidedBy: null,
  deadlock: true,
  deadlockReason: 'rounds',
  allowed: ['agree', 'counter'],
  standing: 'POS02',
  escalates: [],
  openedAt: ago(60),
  lastAt: ago(5),
  positions: [
    {
      id: 'POS01',
      who: 'swarm_dev/architect',
      kind: 'claim',
      replyTo: null,
      at: ago(60),
      statement: 'Use one queue',
      rationale: ['It is simple'],
      evidence: ['Everybody does'],
      strength: 'moderate',
    },
    {
      id: 'POS02',
      who: 'swarm_dev/critic',
      kind: 'counter',
      replyTo: 'POS01',
      at: ago(5),
      statement: 'Use two queues',
      rationale: [],
      evidence: [{ type: 'code', data: 'split()' }],
      strength: 'strong',
    },
  ],
  cases: [
    {
      who: 'swarm_dev/architect',
      stance: 'claim',
      claim: 'Use one queue',
      rationale: ['It is simple'],
      evidence: [{ message: 'POS01', item: 'Everybody does', strength: 'weak' }],
      strength: 'moderate',
    },
    {
      who: 'swarm_dev/critic',
      stance: 'counter',
      claim: 'Use two queues',
      rationale: [],
      evidence: [{ message: 'POS02', item: { type: 'code', data: 'split()' }, strength: 'strong' }],
      strength: 'strong',
    },
    { who: 'lea', stance: null, claim: null, rationale: [], evidence: [], strength: null },
  ],
  ruling: null,
}

export function taskRow(id: string, more: Partial<TaskRowValue> = {}): TaskRowValue {
  return {
    id,
    title: `Title of ${id}`,
    owner: 'coo',
    status: 'running',
    messages: 3,
    startedAt: ago(60),
    lastAt: ago(5),
    ...more,
  }
}

export const someTasks: readonly TaskRowValue[] = [
  taskRow('T-1', { title: 'Which key', status: 'breakpoint' }),
  taskRow('T-2', { title: 'Sort the night run' }),
  taskRow('T-3', { title: 'Write the notes', status: 'completed' }),
]

export function queueItem(id: string, more: Partial<QueueItemValue> = {}): QueueItemValue {
  return {
    queue: 'work',
    id,
    title: `Item ${id}`,
    from: 'coo',
    priority: 'normal',
    sentAt: ago(5),
    attempts: 0,
    heldBy: null,
    heldUntil: null,
    deadReason: null,
    ...more,
  }
}

const someItems: readonly (readonly [QueueColumn, readonly QueueItemValue[]])[] = [
  ['available', [queueItem('Q-1', { title: 'Fix the parser' }), queueItem('Q-2')]],
  ['processing', [queueItem('Q-3', { title: 'Sort it', heldBy: 'critic', heldUntil: ago(-7) })]],
  ['failed', [queueItem('Q-4', { title: 'Deploy', attempts: 3, deadReason: 'attempts' })]],
]

/** A person at the board of queues. */
export function sitAtQueues(size = { columns: 120, rows: 30 }): Sitting {
  const sitting = sitBefore([row('M001')], size)
    .answerRoster({ agents: [agent('lea', { kind: 'user' })] })
    .press('g', 'q')
  return tellQueues(sitting)
}

export function tellQueues(sitting: Sitting): Sitting {
  const tables = someItems.map(([name, rows]) => {
    return { name, count: name === 'available' ? 1_200 : rows.length, rows, more: name === 'available' }
  })
  return sitting.tell({ type: 'board-loaded', board: { name: 'queues', counts: {}, tables } })
}

/** A person at the board of tasks. */
export function sitAtTasks(
  tasks: readonly TaskRowValue[] = someTasks,
  size = { columns: 120, rows: 30 },
): Sitting {
  const sitting = sitBefore([row('M001')], size)
    .answerRoster({ agents: [agent('lea', { kind: 'user' })] })
    .press('g', 'w')
  return tellTasks(sitting, tasks)
}

export function tellTasks(sitting: Sitting, tasks: readonly TaskRowValue[]): Sitting {
  const table = { name: 'tasks', count: tasks.length, rows: tasks, more: false }
  return sitting.tell({
    type: 'board-loaded',
    board: { name: 'tasks', counts: { running: 1 }, tables: [table] },
  })
}

/** A person at the board of debates. */
export function sitAtDebates(
  debates: readonly DebateRowValue[] = someDebates,
  size = { columns: 120, rows: 30 },
): Sitting {
  const sitting = sitBefore([row('M001')], size)
    .answerRoster({ agents: [agent('lea', { kind: 'user' })] })
    .press('g', 'd')
  return tellDebates(sitting, debates)
}

export function tellDebates(sitting: Sitting, debates: readonly DebateRowValue[], more = false): Sitting {
  const table = { name: 'debates', count: more ? 100_000 : debates.length, rows: debates, more }
  const counts = { deadlocked: 1, open: 1, 'decided today': 1 }
  return sitting.tell({ type: 'board-loaded', board: { name: 'debates', counts, tables: [table] } })
}

export function openDebate(sitting: Sitting, debate: ShownDebate = someDebate): Sitting {
  return sitting.press('Enter').tell({ type: 'debate-loaded', debate })
}
