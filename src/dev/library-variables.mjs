/** The variables of the environment that libraries may read. Whole families, such as those of PostgreSQL, are read by computed names. */
export const libraryVariables = [
  'NODE_DEBUG',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_V8_COVERAGE',
  'PGCONNECT_TIMEOUT',
  'PGSSLMODE',
  'USER',
  'USERNAME',
  'TERM',
  'TERM_PROGRAM',
  'TMUX',
]
