import { table } from './table.ts'

/** One command of one actor, with the events that it caused. */
export const deeds = table({
  name: 'deeds',
  columns: {
    id: 'id',
    actor_id: 'number',
    principal: 'text?',
    at: 'number',
    what: 'word',
    session: 'word?',
    command: 'text?',
    undoable: 'small = 0',
    /** The deed that this one undid or did again. */
    reverses: 'number?',
    /** The newest message at that time. SQLite: what was sent later has a greater id. */
    newest: 'number?',
    /** The place, where no message says what was changed. */
    about: 'text?',
    /** Its first event. It may have none, or an earlier schema wrote it. */
    first_event: { sqlite: 'INTEGER' },
    /** Who was connected to the server. */
    login: { postgres: 'TEXT NOT NULL DEFAULT session_user' },
    xact: { postgres: 'XID8 NOT NULL DEFAULT pg_current_xact_id()' },
    /** What its actor could know. */
    seen: { postgres: 'PG_SNAPSHOT NOT NULL DEFAULT pg_current_snapshot()' },
  },
  indexes: {
    // Failures are few, and counted at every look at the fleet.
    deeds_failed: "(at) WHERE what = 'fail'",
    deeds_reverses: '(reverses) WHERE reverses IS NOT NULL',
  },
  never: 'changed or deleted',
})

export const events = table({
  name: 'events',
  columns: {
    seq: 'id',
    deed_id: 'number',
    message_id: 'number',
    /** Whose copy. */
    agent_id: 'number',
    what: 'word',
    /** JSON. */
    detail: 'text?',
    /** JSON [before, after], where undo may need it. */
    change: 'text?',
    /** 0: its deed names it as its first. */
    later: { sqlite: 'INTEGER NOT NULL DEFAULT 1' },
    xact: { postgres: 'XID8 NOT NULL DEFAULT pg_current_xact_id()' },
  },
  indexes: { events_message: '(message_id, seq)' },
  never: 'changed or deleted',
})

/**
 * How far the log was sealed, run by run. A digest is of all rows up to there, so whoever changes one has to change all seals after
 * it.
 */
export const seals = table({
  name: 'seals',
  columns: {
    id: 'key',
    at: 'number',
    /** The last one, and how many since the seal before. */
    deed: 'number',
    deeds: 'number',
    deeds_digest: 'text',
    event: 'number',
    events: 'number',
    events_digest: 'text',
    /** Why the chain starts again here, with the first row: salvaged or copied. */
    begun: 'word?',
    /** The head of the chain before. */
    former: 'text?',
  },
  never: 'changed or deleted',
})
