/**
 * One change of one copy, in one call: its entry in the log where that is the first of the change, its new state, and what
 * happened to it. Gives the number of the entry.
 */
export const changingFunctions = `
CREATE FUNCTION log_deed(deed JSON) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE d RECORD; number_ BIGINT;
BEGIN
  SELECT * INTO d FROM json_to_record(deed) AS x(actor BIGINT, principal TEXT, at BIGINT, what TEXT, session TEXT, command TEXT,
    undoable INT, reverses BIGINT, about TEXT, seen BOOLEAN);
  INSERT INTO deeds(actor_id, principal, at, what, session, command, undoable, reverses, about, newest)
  VALUES(d.actor, d.principal, d.at, d.what, d.session, d.command, d.undoable, d.reverses, d.about, (SELECT max(m.id) FROM messages m))
  RETURNING id INTO number_;
  IF d.seen THEN
    UPDATE agents a SET last_seen = d.at WHERE a.id = d.actor AND coalesce(a.last_seen, 0) <= d.at - 15000 AND a.state <> 'named';
  END IF;
  RETURN number_;
END $$;

CREATE FUNCTION change_copy(number_ BIGINT, deed JSON, copy JSON) RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE c RECORD; s JSON;
BEGIN
  IF number_ IS NULL THEN number_ := log_deed(deed); END IF;
  SELECT * INTO c FROM json_to_record(copy) AS x(agent BIGINT, rank BIGINT, message BIGINT, what TEXT, detail TEXT, change TEXT, state JSON);
  s := c.state;
  IF json_typeof(s) = 'array' THEN
    UPDATE deliveries d SET box = (s ->> 0)::smallint, was = (s ->> 1)::smallint, owes = (s ->> 2)::smallint, snoozed_until = (s ->> 3)::bigint,
      pinned = (s ->> 4)::smallint, read_at = (s ->> 5)::bigint, ack_at = (s ->> 6)::bigint, done_at = (s ->> 7)::bigint, held_by = s ->> 8,
      held_until = (s ->> 9)::bigint, attempts = (s ->> 10)::int
    WHERE d.agent_id = c.agent AND d.rank = c.rank;
  END IF;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) VALUES(number_, c.message, c.agent, c.what, c.detail, c.change);
  RETURN number_;
END $$;
`
