/** `looks_like` and `drawn_like` are functions of whoever runs the steps: what a name looks like. */
export const names = `
-- What the name looks like, for those on the roster, and whom it was marked as looking like.
ALTER TABLE agents ADD COLUMN skeleton TEXT;
ALTER TABLE agents ADD COLUMN glyphs TEXT;
ALTER TABLE agents ADD COLUMN lookalike TEXT;
UPDATE agents SET skeleton = looks_like(address), glyphs = drawn_like(address) WHERE state <> 'named';
CREATE INDEX agents_skeleton ON agents(skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX agents_glyphs ON agents(glyphs) WHERE glyphs IS NOT NULL;
CREATE INDEX agents_kind ON agents(kind, address);
UPDATE agents SET lookalike = (SELECT o.address FROM agents o WHERE o.skeleton = agents.skeleton AND o.id < agents.id ORDER BY o.id LIMIT 1)
WHERE skeleton IS NOT NULL;
UPDATE agents SET lookalike = (SELECT o.address FROM agents o WHERE o.glyphs = agents.glyphs AND o.id < agents.id ORDER BY o.id LIMIT 1)
WHERE glyphs IS NOT NULL AND lookalike IS NULL;

-- What was typed into an agent's terminal, or was to be.
CREATE TABLE nudges(
  id INTEGER PRIMARY KEY,
  actor_id INTEGER NOT NULL,
  principal TEXT,
  agent_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,                -- its beginning
  outcome TEXT NOT NULL,             -- typed, or why not
  session TEXT
) STRICT;
CREATE INDEX nudges_agent ON nudges(agent_id, id);
CREATE TRIGGER nudges_unchanged BEFORE UPDATE ON nudges BEGIN SELECT RAISE(ABORT, 'nudges are never changed'); END;
`
