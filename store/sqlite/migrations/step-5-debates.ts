export const debates = `
-- Threads in which stances were taken, noted as their messages arrive; judged is behind newest until somebody looked.
CREATE TABLE debates(
  thread_id INTEGER PRIMARY KEY,
  newest INTEGER NOT NULL,
  judged INTEGER NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT 'open',
  rounds INTEGER NOT NULL DEFAULT 0,
  claims INTEGER NOT NULL DEFAULT 0,
  counters INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO debates(thread_id, newest, rounds, claims, counters)
SELECT thread_id, max(id), count(*), sum(kind = 'claim'), sum(kind = 'counter') FROM messages
WHERE kind IN ('claim', 'counter', 'evidence', 'agree', 'concede') GROUP BY thread_id;
CREATE INDEX debates_verdict ON debates(verdict, newest);
CREATE INDEX debates_newest ON debates(newest);
CREATE INDEX debates_unjudged ON debates(thread_id) WHERE judged < newest;
CREATE INDEX messages_stances ON messages(id) WHERE kind IN ('claim', 'counter', 'evidence', 'agree', 'concede');

CREATE TRIGGER debates_stance AFTER INSERT ON messages WHEN NEW.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede')
BEGIN
  INSERT INTO debates(thread_id, newest, rounds, claims, counters)
  VALUES(NEW.thread_id, NEW.id, 1, NEW.kind = 'claim', NEW.kind = 'counter')
  ON CONFLICT DO UPDATE SET newest = excluded.newest, rounds = rounds + 1, claims = claims + excluded.claims, counters = counters + excluded.counters;
END;
CREATE TRIGGER debates_directive AFTER INSERT ON messages WHEN NEW.kind = 'directive'
BEGIN UPDATE debates SET newest = NEW.id WHERE thread_id = NEW.thread_id; END;

-- What was agreed. Its entry waits here until it stands in SUBPOR.md.
CREATE TABLE decisions(
  message_id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL,
  decision TEXT NOT NULL,            -- JSON
  entry TEXT NOT NULL,
  mark TEXT NOT NULL,
  filed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX decisions_unfiled ON decisions(message_id) WHERE filed = 0;
`
