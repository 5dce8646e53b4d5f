export const swarms = `
-- Who may call the MAIL server. Only a digest is kept: the token itself is shown once.
CREATE TABLE tokens(
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  identity TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- Other swarms. A secret is the name of the variable that holds it, never the secret.
CREATE TABLE peers(
  name TEXT PRIMARY KEY,
  base_url TEXT NOT NULL,
  version TEXT NOT NULL,
  description TEXT NOT NULL,
  keywords TEXT NOT NULL,            -- JSON array
  metadata TEXT,                     -- JSON object
  public INTEGER NOT NULL,
  volatile INTEGER NOT NULL,
  secret TEXT,
  active INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A task's parties. Whether it runs is read from its messages.
CREATE TABLE commissions(
  id TEXT PRIMARY KEY,
  wire TEXT NOT NULL UNIQUE,         -- the UUID that other swarms know it by
  owner TEXT NOT NULL,               -- role:id@swarm
  contributors TEXT NOT NULL,        -- JSON array of the same
  entrypoint TEXT,
  max_steps INTEGER,
  started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commissions_owner ON commissions(owner, started_at);

-- Copies for agents of other swarms that have not left yet. Within a lane the first goes first.
CREATE TABLE outbox(
  seq INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  swarm TEXT NOT NULL,
  lane TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  problem TEXT,
  UNIQUE(message_id, address)
) STRICT;
CREATE INDEX outbox_lane ON outbox(swarm, lane, seq);
`
