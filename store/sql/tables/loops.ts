import { table } from './table.ts'

/** Mail that keeps coming back, from the moment when it was found. */
export const loops = table({
  name: 'loops',
  columns: {
    id: 'id',
    sort: 'word',
    /** The thread, the lower number of the two agents, or the sender. */
    one_id: 'number',
    /** The higher number of the two agents; 0 of the others. */
    other_id: 'number',
    /** JSON array of agent ids: those who write. */
    agents: 'text',
    /** What was counted, and since when; without that time, answers one after another. */
    counted: 'count',
    since: 'number?',
    opened_at: 'number',
    ended_at: 'number?',
    ended_by: 'number?',
    ending: 'word?',
  },
  indexes: {
    loops_open: 'UNIQUE (sort, one_id, other_id) WHERE ended_at IS NULL',
    loops_of: '(sort, one_id, other_id, ended_at)',
  },
})

/** Copies that a loop holds back, or held back until it ended. */
export const withheld = table({
  name: 'withheld',
  columns: {
    agent_id: 'number',
    rank: 'number',
    loop_id: 'number',
    message_id: 'number',
    /** 1: an answer is owed once it is delivered. */
    owes: 'small',
  },
  key: 'agent_id, rank',
  indexes: { withheld_loop: '(loop_id, message_id)', withheld_message: '(message_id)' },
})
