import { table } from './table.ts'

/** Threads with stances, recorded as their messages arrive. `judged` is older than `newest` until the thread is judged again. */
export const debates = table({
  name: 'debates',
  columns: {
    thread_id: 'key',
    newest: 'number',
    judged: 'number = 0',
    verdict: "word = 'open'",
    rounds: 'number = 0',
    claims: 'number = 0',
    counters: 'number = 0',
  },
  indexes: {
    debates_verdict: '(verdict, newest)',
    debates_newest: '(newest)',
    debates_unjudged: '(thread_id) WHERE judged < newest',
  },
})

/** What was agreed. Its entry waits here until it is written to SUBPOR.md. */
export const decisions = table({
  name: 'decisions',
  columns: {
    message_id: 'key',
    thread_id: 'number',
    /** JSON. */
    decision: 'text',
    entry: 'text',
    mark: 'text',
    filed: 'small = 0',
  },
  indexes: { decisions_unfiled: '(message_id) WHERE filed = 0' },
})

/** Every task with its first and last message, kept as messages arrive. Answers and notices, and what the system says, open none. */
export const tasks = table({
  name: 'tasks',
  columns: {
    id: 'word',
    first: 'number',
    newest: 'number',
    messages: 'number',
    /** running, completed, breakpoint. */
    status: 'word',
    /** The message that ended it last. */
    ended: 'number?',
    endings: 'number = 0',
  },
  key: 'id',
  indexes: { tasks_newest: '(newest)', tasks_status: '(status, newest)' },
})

/** A task's parties. Whether it runs is read from its messages; `open` repeats that, so that those are found whose owners wait. */
export const commissions = table({
  name: 'commissions',
  columns: {
    id: 'word',
    /** The UUID that other swarms know it by. */
    wire: 'word',
    /** role:id@swarm. */
    owner: 'word',
    /** JSON array of the same. */
    contributors: 'text',
    entrypoint: 'text?',
    max_steps: 'number?',
    started_at: 'number',
    open: 'small = 1',
  },
  key: 'id',
  unique: 'wire',
  indexes: {
    commissions_owner: '(owner, started_at)',
    commissions_open: '(started_at) WHERE open = 1',
  },
})

/** Work that was given out again: when last, to whom, and how often it failed. */
export const redispatches = table({
  name: 'redispatches',
  columns: {
    bead: 'word',
    failures: 'number = 0',
    attempted_at: 'number?',
    /** Who has it now. */
    agent: 'word?',
    escalated_at: 'number?',
  },
  key: 'bead',
})
