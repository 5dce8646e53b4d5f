import { deliveries, stateColumns } from '../../sql/tables/deliveries.ts'
import { typeOf } from './maker.ts'
import { asOwner } from './rights.ts'

const stateSaid = stateColumns
  .map((name, at) => `${name} = (s ->> ${at})::${typeOf(deliveries, name)}`)
  .join(', ')

/**
 * One change of one copy, in one call: its entry in the log where that is the first of the change, its new state, and what
 * happened to it. Gives the number of the entry. A change has its transaction before its number, which sealing the log relies on.
 */
export const changingFunctions = `
CREATE FUNCTION log_deed(deed JSON) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE d RECORD; number_ BIGINT; actor BIGINT;
BEGIN
  SELECT * INTO d FROM json_to_record(deed) AS x(actor TEXT, principal TEXT, at BIGINT, what TEXT, session TEXT, command TEXT,
    undoable INT, reverses BIGINT, about TEXT, seen BOOLEAN);
  actor := name_number(d.actor);
  PERFORM pg_current_xact_id();
  INSERT INTO deeds(actor_id, principal, at, what, session, command, undoable, reverses, about, newest)
  VALUES(actor, d.principal, d.at, d.what, d.session, d.command, d.undoable, d.reverses, d.about, (SELECT max(m.id) FROM messages m))
  RETURNING id INTO number_;
  IF d.seen THEN PERFORM note_seen(actor, d.at); END IF;
  RETURN number_;
END $$;

CREATE FUNCTION change_copy(number_ BIGINT, deed JSON, copy JSON) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE c RECORD; s JSON;
BEGIN
  IF number_ IS NULL THEN number_ := log_deed(deed); END IF;
  SELECT * INTO c FROM json_to_record(copy) AS x(agent BIGINT, rank BIGINT, message BIGINT, what TEXT, detail TEXT, change TEXT, state JSON);
  s := c.state;
  IF json_typeof(s) = 'array' THEN
    UPDATE deliveries d SET ${stateSaid}
    WHERE d.agent_id = c.agent AND d.rank = c.rank;
  END IF;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) VALUES(number_, c.message, c.agent, c.what, c.detail, c.change);
  RETURN number_;
END $$;

-- Changes copies as they were read, in one call; FALSE, and nothing is changed, where one of them is no longer so. All are locked
-- first, in one order.
CREATE FUNCTION change_copies(deed JSON, copies JSON, rings BOOLEAN) RETURNS BOOLEAN LANGUAGE plpgsql ${asOwner} AS $$
DECLARE c RECORD; d deliveries; number_ BIGINT;
BEGIN
  FOR c IN SELECT * FROM json_to_recordset(copies) AS x(agent BIGINT, rank BIGINT, before JSONB, via TEXT, also TEXT, ends BIGINT) ORDER BY agent, rank LOOP
    SELECT * INTO d FROM deliveries x WHERE x.agent_id = c.agent AND x.rank = c.rank FOR UPDATE;
    IF NOT FOUND OR state_of(d) <> c.before OR d.via IS DISTINCT FROM c.via OR d.also_via IS DISTINCT FROM c.also
      OR d.expires_at IS DISTINCT FROM c.ends THEN RETURN FALSE; END IF;
  END LOOP;
  FOR c IN SELECT x AS copy FROM json_array_elements(copies) x LOOP number_ := change_copy(number_, deed, c.copy); END LOOP;
  IF rings THEN
    PERFORM ring_machines((SELECT array_agg(x.agent) FROM json_to_recordset(copies) AS x(agent BIGINT)));
  END IF;
  RETURN TRUE;
END $$;
`
