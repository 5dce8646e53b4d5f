export const sessions = `
-- One conversation of a coding agent, one runner, one tool client. process: its opaque name, where it is known.
CREATE TABLE sessions(
  agent_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  beat_at INTEGER NOT NULL,
  ended_at INTEGER,                  -- NULL: it has not said that it ended
  process TEXT,
  briefed_at INTEGER,                -- when it was shown what earlier sessions left open
  PRIMARY KEY(agent_id, id)
) STRICT, WITHOUT ROWID;

-- Work that came back unfinished and that nobody was shown since.
CREATE TABLE returned(agent_id INTEGER NOT NULL, rank INTEGER NOT NULL, holder_id INTEGER NOT NULL, session TEXT, taken_at INTEGER NOT NULL, PRIMARY KEY(agent_id, rank)) STRICT, WITHOUT ROWID;
CREATE TRIGGER returned_over AFTER UPDATE OF box ON deliveries WHEN OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0
BEGIN DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;

CREATE INDEX deliveries_held ON deliveries(box, agent_id) WHERE held_by IS NOT NULL;
`
