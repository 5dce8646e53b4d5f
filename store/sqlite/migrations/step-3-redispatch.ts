export const redispatch = `
-- Whether a message still waits for somebody is asked of each before it leaves for a cold file.
CREATE INDEX postings_message ON postings(message_id);
CREATE INDEX posts_message ON posts(message_id);

-- Work that was given out again: when last, to whom, and how often it failed.
CREATE TABLE redispatches(
  bead TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  attempted_at INTEGER,
  agent TEXT,                        -- who has it now
  escalated_at INTEGER
) STRICT, WITHOUT ROWID;
`
