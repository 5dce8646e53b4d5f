export const places = `
CREATE TABLE groups(name TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- What lies in a queue are deliveries of queue:NAME, a name that is on nobody's roster.
CREATE TABLE queues(
  name TEXT PRIMARY KEY,
  agent_id INTEGER NOT NULL UNIQUE,
  status TEXT NOT NULL,              -- active, paused, closed
  ordering TEXT NOT NULL,            -- fifo, priority
  max_concurrency INTEGER,
  claimers TEXT NOT NULL,            -- JSON array of patterns
  lease INTEGER NOT NULL,            -- milliseconds
  attempts INTEGER NOT NULL          -- tries until an item is a dead letter
) STRICT, WITHOUT ROWID;

CREATE TABLE channels(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,              -- active, closed
  retain_count INTEGER,
  retain_hours INTEGER
) STRICT;
CREATE TABLE posts(channel_id INTEGER NOT NULL, message_id INTEGER NOT NULL, posted_at INTEGER NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(channel_id, message_id)) STRICT, WITHOUT ROWID;
CREATE TABLE subscriptions(channel_id INTEGER NOT NULL, agent_id INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY(channel_id, agent_id)) STRICT, WITHOUT ROWID;
`
