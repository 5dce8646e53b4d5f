const told = "EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system')"

export const tasks = `
-- Every task with its first and last message, kept as messages arrive; what the system says neither opens nor ends one.
CREATE TABLE tasks(
  id TEXT PRIMARY KEY,
  first INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  status TEXT NOT NULL,              -- running, completed, breakpoint
  ended INTEGER,                     -- the message that ended it last
  endings INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO tasks(id, first, newest, messages, status, ended, endings)
SELECT task, min(id), max(id), count(*),
  CASE WHEN max(id) = max(CASE WHEN kind = 'complete' THEN id END) THEN 'completed' ELSE 'running' END,
  max(CASE WHEN kind = 'complete' THEN id END), sum(kind = 'complete')
FROM messages WHERE task IS NOT NULL GROUP BY task;
CREATE INDEX tasks_newest ON tasks(newest);
CREATE INDEX tasks_status ON tasks(status, newest);

CREATE TRIGGER tasks_come AFTER INSERT ON messages WHEN NEW.task IS NOT NULL
BEGIN
  INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 0, 'running') ON CONFLICT DO NOTHING;
  UPDATE tasks SET newest = NEW.id, messages = messages + 1 WHERE id = NEW.task;
  UPDATE tasks SET ended = NEW.id, endings = endings + 1,
    status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
  WHERE id = NEW.task AND NEW.kind = 'complete';
  UPDATE tasks SET status = 'running'
  WHERE id = NEW.task AND NEW.kind <> 'complete' AND status <> 'running' AND NOT ${told}
    -- A word of thanks for the result opens nothing.
    AND NOT (NEW.kind IN ('response', 'notification') AND NEW.reply_to IS ended);
END;
`
