import { table } from './table.ts'

export const foreignIds = table({
  name: 'foreign_ids',
  columns: { format: 'word', foreign_id: 'word', message_id: 'number' },
  key: 'foreign_id, format',
  indexes: { foreign_ids_message: '(message_id)' },
})

/** The states of messages as a folder of another system and the store last had them in common. */
export const synced = table({
  name: 'synced',
  columns: { place: 'word', foreign_id: 'word', state: 'text' },
  key: 'place, foreign_id',
})

/** Mail that was put away for good: its row stays, its body is elsewhere. A row here allows exactly that change. */
export const cold = table({
  name: 'cold',
  columns: {
    message_id: 'key',
    /** Where it is in archive/YYYY-MM.jsonl. */
    file: { sqlite: 'TEXT NOT NULL' },
    position: { sqlite: 'INTEGER NOT NULL' },
    length: { sqlite: 'INTEGER NOT NULL' },
    deed_id: 'number',
    /** What it said, as one line. */
    line: { postgres: 'TEXT NOT NULL' },
  },
})

/** Escalations that owe a decision, with its deadline: few, whatever the size of the store. */
export const escalations = table({
  name: 'escalations',
  columns: { agent_id: 'number', rank: 'number', deadline: 'number?' },
  key: 'agent_id, rank',
})

/** Mail kept for agents that join later, by agent:NAME, role:NAME, a tag, all, or swarm:NAME. */
export const postings = table({
  name: 'postings',
  columns: {
    selector: 'word',
    message_id: 'number',
    expires_at: 'number?',
    /** Of role mail that a holder completed or answered. */
    done_at: 'number?',
  },
  key: 'selector, message_id',
  indexes: { postings_message: '(message_id)' },
})

/** Messages that were taken back, or replaced. A message itself is never changed; this says what became of it. */
export const retractions = table({
  name: 'retractions',
  columns: {
    message_id: 'key',
    by_id: 'number',
    at: 'number',
    reason: 'text?',
    /** The message that took its place. */
    replaced_by: 'number?',
    /** 1: it was undone since. */
    undone: 'small = 0',
    /** JSON array of agent ids: those who had seen it, who are told of this and of its undoing. */
    seen_by: 'text',
    /** 0: they are still to be told. */
    told: 'small = 0',
  },
  indexes: { retractions_untold: '(message_id) WHERE told = 0' },
})
