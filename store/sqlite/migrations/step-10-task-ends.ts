const told = "EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system')"

export const taskEnds = `
-- Answers and notices that follow a finish open nothing, whatever they answer: another swarm's may come late.
DROP TRIGGER tasks_come;
CREATE TRIGGER tasks_come AFTER INSERT ON messages WHEN NEW.task IS NOT NULL
BEGIN
  INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 0, 'running') ON CONFLICT DO NOTHING;
  UPDATE tasks SET newest = NEW.id, messages = messages + 1 WHERE id = NEW.task;
  UPDATE tasks SET ended = NEW.id, endings = endings + 1,
    status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
  WHERE id = NEW.task AND NEW.kind = 'complete';
  UPDATE tasks SET status = 'running'
  WHERE id = NEW.task AND NEW.kind NOT IN ('response', 'notification', 'complete') AND status <> 'running' AND NOT ${told};
END;
UPDATE tasks SET status = (SELECT CASE m.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END FROM messages m WHERE m.id = tasks.ended)
WHERE ended IS NOT NULL AND status = 'running' AND NOT EXISTS(
  SELECT 1 FROM messages m JOIN agents a ON a.id = m.sender_id
  WHERE m.task = tasks.id AND m.id > tasks.ended AND m.kind NOT IN ('response', 'notification') AND a.address <> 'system');
`
