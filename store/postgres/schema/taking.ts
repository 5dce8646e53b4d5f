import { boxes } from '../../../src/domain/delivery.ts'
import { idMask } from '../../../src/domain/priority.ts'
import { stateColumns } from '../../sql/tables/deliveries.ts'
import { asOwner } from './rights.ts'

const [unread, processing] = [boxes.indexOf('unread'), boxes.indexOf('processing')]
/** Clocks of machines differ by less: a lease that ends so much later than usual is looked at. */
const clocksDiffer = 60_000

/**
 * Work and mail are handed over with one call. What is rare is left to the caller, who does it in a transaction: the outcome says
 * so, and nothing is changed.
 */
export const takingFunctions = `
-- A copy's state, in the order in which the log keeps it.
CREATE FUNCTION state_of(d deliveries) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(${stateColumns.map((name) => `d.${name}`).join(', ')})
$$;

-- What decides who may claim from a queue: whoever remembers it asks with it.
CREATE FUNCTION queue_mark(q queues) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(q.agent_id || ' ' || q.status || ' ' || q.claimers)
$$;

CREATE FUNCTION iso(at BIGINT) RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

CREATE FUNCTION is_put_away(m messages) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS(SELECT 1 FROM cold c WHERE c.message_id = m.id)
$$;

-- Whether a queue has claims that are over, or that a wrong clock made too long.
CREATE FUNCTION must_tend(q queues, now BIGINT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing} AND d.held_until <= now)
    OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing} AND d.held_until IS NULL)
    OR EXISTS(SELECT 1 FROM deliveries d WHERE d.agent_id = q.agent_id AND d.box = ${processing} AND d.held_until > now + q.lease + ${clocksDiffer}
      AND (SELECT t.at FROM events e JOIN deeds t ON t.id = e.deed_id WHERE e.message_id = (d.rank & ${idMask}) AND e.agent_id = d.agent_id
        AND (readable(e.change)::json #>> '{1,${stateColumns.indexOf('held_until')}}')::bigint = d.held_until ORDER BY e.seq DESC LIMIT 1) > now)
$$;

-- What a queue gives next, locked: what came back first. What another claimant is being given is passed over.
CREATE FUNCTION next_item(q queues, now BIGINT, OUT item deliveries, OUT came_back BOOLEAN) LANGUAGE plpgsql AS $$
BEGIN
  came_back := FALSE;
  IF q.max_concurrency IS NOT NULL THEN
    PERFORM 1 FROM queues x WHERE x.agent_id = q.agent_id FOR UPDATE;
    IF coalesce((SELECT c.items FROM queued c WHERE c.agent_id = q.agent_id AND c.box = ${processing}), 0) >= q.max_concurrency THEN RETURN; END IF;
  END IF;
  IF EXISTS(SELECT 1 FROM returned r WHERE r.agent_id = q.agent_id) THEN
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread} AND (d.expires_at IS NULL OR d.expires_at > now)
      AND d.rank IN (SELECT r.rank FROM returned r WHERE r.agent_id = q.agent_id)
    ORDER BY d.rank LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN came_back := TRUE; RETURN; END IF;
  END IF;
  IF q.ordering = 'fifo' THEN
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread} AND (d.expires_at IS NULL OR d.expires_at > now)
    ORDER BY d.rank & ${idMask} LIMIT 1 FOR UPDATE SKIP LOCKED;
  ELSE
    SELECT d.* INTO item FROM deliveries d
    WHERE d.agent_id = q.agent_id AND d.box = ${unread} AND (d.expires_at IS NULL OR d.expires_at > now)
    ORDER BY d.rank LIMIT 1 FOR UPDATE SKIP LOCKED;
  END IF;
END $$;

-- Gives the most pressing item of these queues to one claimant. Outcomes: claimed; none; changed, where the queues are not as the
-- caller remembers them; and rest, for what the caller does itself.
CREATE FUNCTION claim_item(asked JSON, deed JSON)
RETURNS TABLE(outcome TEXT, queue TEXT, m messages, d deliveries) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE a RECORD; q queues; next_ RECORD; first_ BOOLEAN; lease_ BIGINT; before JSONB;
BEGIN
  SELECT * INTO a FROM json_to_record(asked) AS x(at BIGINT, lease BIGINT, holder TEXT, queues BIGINT[], name TEXT, marks TEXT);
  IF a.marks IS DISTINCT FROM
    (SELECT string_agg(queue_mark(x), ',' ORDER BY x.name) FROM queues x WHERE a.name IS NULL OR x.name = a.name)
  THEN outcome := 'changed'; RETURN NEXT; RETURN; END IF;
  FOR q IN SELECT * FROM queues x WHERE x.agent_id = ANY(a.queues) ORDER BY x.name LOOP
    IF must_tend(q, a.at) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
    next_ := next_item(q, a.at);
    IF (next_.item).rank IS NOT NULL AND (d.rank IS NULL OR (next_.came_back, -(next_.item).rank) > (first_, -d.rank)) THEN
      d := next_.item; first_ := next_.came_back; queue := q.name; lease_ := q.lease;
    END IF;
  END LOOP;
  IF d.rank IS NULL THEN outcome := 'none'; RETURN NEXT; RETURN; END IF;
  SELECT * INTO m FROM messages x WHERE x.id = (d.rank & ${idMask});
  IF m.id IS NULL OR (m.body = '' AND is_put_away(m)) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
  before := state_of(d);
  UPDATE deliveries x SET box = ${processing}, was = NULL, snoozed_until = NULL, read_at = coalesce(x.read_at, a.at), held_by = a.holder,
    held_until = a.at + coalesce(a.lease, lease_), attempts = x.attempts + 1
  WHERE x.agent_id = d.agent_id AND x.rank = d.rank RETURNING * INTO d;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail, change) VALUES(log_deed(deed), m.id, d.agent_id, 'claim',
    json_build_object('by', a.holder, 'until', iso(d.held_until), 'attempt', d.attempts), jsonb_build_array(before, state_of(d)));
  PERFORM ring_machines(ARRAY[d.agent_id]);
  outcome := 'claimed';
  RETURN NEXT;
END $$;

-- Holds a copy for one reader, unless it is being given to another one, or was since it was read. Outcomes: held; rest.
CREATE FUNCTION hold_copy(owner BIGINT, rank_ BIGINT, box_ SMALLINT, attempts_ INTEGER, held BIGINT, asked JSON, deed JSON)
RETURNS TABLE(outcome TEXT, m messages, d deliveries) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE a RECORD;
BEGIN
  SELECT * INTO d FROM deliveries x WHERE x.agent_id = owner AND x.rank = rank_ AND x.box = box_ AND x.attempts = attempts_
    AND x.held_until IS NOT DISTINCT FROM held FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT * INTO m FROM messages x WHERE x.id = (rank_ & ${idMask});
  IF m.id IS NULL OR (m.body = '' AND is_put_away(m)) THEN outcome := 'rest'; RETURN NEXT; RETURN; END IF;
  SELECT * INTO a FROM json_to_record(asked) AS x(holder TEXT, until BIGINT);
  UPDATE deliveries x SET held_by = a.holder, held_until = a.until, attempts = x.attempts + 1
  WHERE x.agent_id = owner AND x.rank = rank_ RETURNING * INTO d;
  INSERT INTO events(deed_id, message_id, agent_id, what, detail)
  VALUES(log_deed(deed), m.id, owner, 'offered', json_build_object('attempt', d.attempts));
  outcome := 'held';
  RETURN NEXT;
END $$;
`
