import { table } from './table.ts'

/** One conversation of a coding agent, one runner, one tool client. */
export const sessions = table({
  name: 'sessions',
  columns: {
    agent_id: 'number',
    id: 'word',
    started_at: 'number',
    beat_at: 'number',
    /** Without it, it has not said that it ended. */
    ended_at: 'number?',
    /** Its opaque name, where it is known. */
    process: 'text?',
    /** When it was shown what earlier sessions left open. */
    briefed_at: 'number?',
    /** How a bell reaches it. */
    way: 'word?',
  },
  key: 'agent_id, id',
  indexes: { sessions_way: '(agent_id) WHERE way IS NOT NULL AND ended_at IS NULL' },
})

/** A line that told an agent of its mail, or was to. */
export const bells = table({
  name: 'bells',
  columns: {
    id: 'id',
    agent_id: 'number',
    session: 'word?',
    at: 'number',
    way: 'word',
    /** The most pressing mail that it was rung for. */
    message_id: 'number',
    thread_id: 'number',
    priority: 'number',
    /** What had been stored: of that it told. SQLite: the newest mail. */
    upto: { sqlite: 'INTEGER NOT NULL', postgres: 'PG_SNAPSHOT NOT NULL' },
    /** The last change before it: what its agent does later answers it. */
    deed: 'number',
    /** Rung, or why not; without one it is being rung. */
    outcome: 'word?',
  },
  indexes: { bells_agent: '(agent_id, id)', bells_thread: '(agent_id, thread_id, id)' },
})

/** Sessions that wait for a person, until they go on. A helper of the agent waits beside it. */
export const asks = table({
  name: 'asks',
  columns: {
    agent_id: 'number',
    /** Empty: it has no name. */
    session: 'word',
    /** Empty: the agent itself. */
    helper: 'word',
    kind: 'word',
    since: 'number',
    reason: 'text',
  },
  key: 'agent_id, session, helper',
})

/** What hooks wait for a person's answer to. Nothing here decides: a hook believes a signature alone. */
export const requests = table({
  name: 'requests',
  columns: {
    id: 'word',
    agent_id: 'number',
    session: 'word',
    helper: 'word',
    /** JSON, as it was asked. */
    request: 'text',
    since: 'number',
    /** The hook waits until then. */
    until: 'number',
    /** The hook's opaque name. */
    process: 'text?',
    /** When the hook took a decision. */
    taken_at: 'number?',
    /** When it waited no longer. */
    closed_at: 'number?',
  },
  key: 'id',
  indexes: { requests_asked: '(agent_id, session, helper, since)' },
})

/** What was decided about them, and what was refused. Names are text: they may be of nobody on the roster. */
export const approvals = table({
  name: 'approvals',
  columns: {
    id: 'id',
    request: 'word',
    agent: 'word',
    at: 'number',
    by: 'word',
    principal: 'text?',
    verdict: 'word',
    digest: 'text',
    /** Given, or why it was refused. */
    outcome: 'word',
    /** Of what was given alone. */
    signature: 'text?',
  },
  indexes: { approvals_agent: '(agent, id)', approvals_request: '(request, id)' },
  never: 'changed or deleted',
})

/** Advisory claims on paths, each for a time. */
export const reservations = table({
  name: 'reservations',
  columns: {
    agent_id: 'number',
    /** The main checkout of the worktree. */
    project: 'word',
    /** Relative to the worktree, or a pattern. */
    path: 'word',
    shared: 'small',
    since: 'number',
    until: 'number',
    /** Empty: made by a command that knew no session. */
    session: 'word',
  },
  key: 'agent_id, project, path',
})

/** What was typed into an agent's terminal, or was to be. */
export const nudges = table({
  name: 'nudges',
  columns: {
    id: 'id',
    actor_id: 'number',
    principal: 'text?',
    agent_id: 'number',
    at: 'number',
    /** Its beginning. */
    text: 'text',
    /** Typed, or why not. */
    outcome: 'text',
    session: 'text?',
  },
  indexes: { nudges_agent: '(agent_id, id)' },
  never: 'changed',
})
