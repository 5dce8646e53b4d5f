export const unread = `
-- How much lasting unread mail an agent has, by priority (rank >> 51). What expires or is snoozed is counted as it is asked for.
CREATE TABLE unread(agent_id INTEGER NOT NULL, priority INTEGER NOT NULL, lasting INTEGER NOT NULL, PRIMARY KEY(agent_id, priority)) STRICT, WITHOUT ROWID;
INSERT INTO unread SELECT agent_id, rank >> 51, count(*) FROM deliveries WHERE box = 0 AND expires_at IS NULL GROUP BY 1, 2;
CREATE INDEX deliveries_expiring ON deliveries(agent_id, expires_at) WHERE box = 0 AND expires_at IS NOT NULL;

CREATE TRIGGER unread_comes AFTER INSERT ON deliveries WHEN NEW.box = 0 AND NEW.expires_at IS NULL
BEGIN INSERT INTO unread VALUES(NEW.agent_id, NEW.rank >> 51, 1) ON CONFLICT DO UPDATE SET lasting = lasting + 1; END;
CREATE TRIGGER unread_again AFTER UPDATE OF box, expires_at ON deliveries
WHEN NEW.box = 0 AND NEW.expires_at IS NULL AND NOT (OLD.box = 0 AND OLD.expires_at IS NULL)
BEGIN INSERT INTO unread VALUES(NEW.agent_id, NEW.rank >> 51, 1) ON CONFLICT DO UPDATE SET lasting = lasting + 1; END;
CREATE TRIGGER unread_over AFTER UPDATE OF box, expires_at ON deliveries
WHEN OLD.box = 0 AND OLD.expires_at IS NULL AND NOT (NEW.box = 0 AND NEW.expires_at IS NULL)
BEGIN UPDATE unread SET lasting = lasting - 1 WHERE agent_id = OLD.agent_id AND priority = OLD.rank >> 51; END;
CREATE TRIGGER unread_gone AFTER DELETE ON deliveries WHEN OLD.box = 0 AND OLD.expires_at IS NULL
BEGIN UPDATE unread SET lasting = lasting - 1 WHERE agent_id = OLD.agent_id AND priority = OLD.rank >> 51; END;
`
