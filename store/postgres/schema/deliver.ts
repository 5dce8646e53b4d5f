import { mayLoopSql, mostPaired } from '../../sql/sending/looping.ts'
import { messages, placedColumns, writtenColumns } from '../../sql/tables/messages.ts'
import { cellsOf } from '../../sql/tables/table.ts'
import { typeOf } from './maker.ts'
import { asOwner } from './rights.ts'
/** Whoever changes where mail goes holds this alone; senders share it. */
export const rosterLock = 7_401
/** Beside the number of a thread, and beside a task: who writes in it goes after the one before. */
export const threadLock = 7_402
export const taskLock = 7_403
/** Beside the number of an agent: who sends to a mailbox that may be full goes after the one before. */
export const mailboxLock = 7_407
/** Who decides by what a fact says. */
export const factLock = 7_404
/** A setting of the transaction that changes are gathered in. */
export const gathering = 'watchpost.gathering'

const own = {
  from_: 'TEXT',
  thread_: 'BIGINT',
  place: 'BIGINT',
  answered: 'BIGINT',
  session_: 'TEXT',
  // Of each recipient, and of each selector that keeps it for agents to come.
  addresses: 'TEXT[]',
  vias: 'TEXT[]',
  owing: 'BOOLEAN[]',
  ends: 'BIGINT[]',
  selectors: 'TEXT[]',
  selectors_end: 'BIGINT[]',
  // What the sender saw, how full a mailbox may be, and among how many earlier messages a repeat is looked for.
  roster: 'BIGINT',
  newest_: 'BIGINT',
  endings_: 'BIGINT',
  room: 'BIGINT',
  among: 'BIGINT',
  also_read: 'BOOLEAN',
  format_: 'TEXT',
  foreign_id_: 'TEXT',
  // How much its sender may write: what a loop is looked for with. NULL where nothing is held back.
  since: 'BIGINT',
  hour: 'BIGINT',
  half: 'BIGINT',
  most: 'BIGINT',
  sent_most: 'BIGINT',
} as const
export type OwnParameter = keyof typeof own
export const ownParameters = Object.keys(own) as readonly OwnParameter[]

/** Of `deliver`, in their order: what the sender wrote, named as its columns with a `_`, then its own. */
export const deliverParameters = [
  ...writtenColumns.map((name) => ({ name: `${name}_`, type: typeOf(messages, name) })),
  ...ownParameters.map((name) => ({ name, type: own[name] })),
]

const placedAs: Readonly<Record<(typeof placedColumns)[number], string>> = {
  id: 'id_',
  thread_id: 'thread_',
  sender_id: 'sender.id',
  rank: 'rank_',
  arrived_at: 'arrived_',
  recipients: "'[' || array_to_string(agents_, ',') || ']'",
}
const placed = {
  columns: [...writtenColumns, ...placedColumns].join(', '),
  values: [...writtenColumns.map((name) => `${name}_`), ...cellsOf(placedColumns, placedAs)].join(', '),
}

/** A whole send in one call: where all is as the sender assumed, the message and its copies are stored. */
export const deliverFunction = `
-- The number of a name. A new one is on nobody's roster.
CREATE FUNCTION name_number(name TEXT) RETURNS BIGINT LANGUAGE plpgsql ${asOwner} AS $$
DECLARE found BIGINT;
BEGIN
  SELECT a.id INTO found FROM agents a WHERE a.address = name;
  IF found IS NOT NULL THEN RETURN found; END IF;
  INSERT INTO agents(address, kind, state, registered_at) VALUES(name, 'agent', 'named', 0) ON CONFLICT(address) DO NOTHING RETURNING id INTO found;
  IF found IS NULL THEN SELECT a.id INTO found FROM agents a WHERE a.address = name; END IF;
  RETURN found;
END $$;

-- A sign of life, as often as it is worth writing.
CREATE FUNCTION note_seen(agent BIGINT, at BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM agents a WHERE a.id = agent AND coalesce(a.last_seen, 0) <= at - 15000 AND a.state <> 'named';
  IF FOUND THEN
    UPDATE agents a SET last_seen = at WHERE a.id = agent AND coalesce(a.last_seen, 0) <= at - 15000;
  END IF;
END $$;

-- Wakes the machines that were not told of anything since they last looked: all, or those that wait for the mail of these agents,
-- too. Whoever finds one rung already, or being rung, leaves it: it looks again once all changes of that moment have ended. Changes
-- that are gathered ring when they are stored: nobody else could ring the machines that they have rung until then.
CREATE FUNCTION ring_machines(changed BIGINT[] DEFAULT NULL) RETURNS void LANGUAGE sql ${asOwner} AS $$
  WITH rung AS (UPDATE machines SET rung = TRUE WHERE id IN (
    SELECT id FROM machines WHERE NOT rung AND (changed IS NULL OR agents IS NULL OR agents && changed)
      AND current_setting('${gathering}', TRUE) IS DISTINCT FROM 'on' FOR UPDATE SKIP LOCKED
  ) RETURNING id)
  SELECT pg_notify('watchpost_' || id, '') FROM rung;
$$;

-- When a message arrives: never before those that are stored. Clocks of machines differ, and a clock may be set back.
CREATE FUNCTION arrival_at(clock BIGINT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
BEGIN RETURN greatest(clock, (SELECT max(m.arrived_at) FROM messages m)); END $$;

CREATE FUNCTION unread_total(owner BIGINT, now BIGINT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(sum(u.lasting), 0) FROM unread_parts u WHERE u.agent_id = owner)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 0 AND d.expires_at > c.clock)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= now
        AND (d.expires_at IS NULL OR d.expires_at > c.clock))
  FROM (SELECT least(now, (SELECT a.frozen_at FROM agents a WHERE a.id = owner)) AS clock) c;
$$;

-- Gives the message's number and its thread, whether it was there already, and the repeat: its number, whose copy, and whether that
-- was read. NULL, and nothing is stored, where the message may not go as it is, or where an answer closes more than its sender's own
-- copy: the caller goes step by step then, and says why. An expression without a subquery costs no executor, and one with a subquery
-- beside a condition would be planned anew each time: hence the conditions within others.
CREATE FUNCTION deliver(${deliverParameters.map(({ name, type }) => `${name} ${type}`).join(', ')})
RETURNS JSON LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  sender RECORD; earlier RECORD; repeated RECORD; r RECORD;
  id_ BIGINT; rank_ BIGINT; arrived_ BIGINT; number_ BIGINT; state_ TEXT; address_ TEXT; locked TEXT;
  agents_ BIGINT[] := '{}'; leaves BOOLEAN := FALSE; answers BOOLEAN := FALSE;
  copy deliveries; before JSONB;
BEGIN
  locked := pg_advisory_xact_lock_shared(${rosterLock});
  SELECT a.id, a.state <> 'named' AND coalesce(a.last_seen, 0) <= sent_at_ - 15000 AS is_back INTO sender FROM agents a WHERE a.address = from_;
  IF key_ IS NOT NULL THEN
    SELECT m.id, m.thread_id, m.digest INTO earlier FROM messages m WHERE m.sender_id = sender.id AND m.key = key_;
    IF FOUND THEN
      RETURN CASE WHEN earlier.digest = digest_ THEN json_build_array(earlier.id, earlier.thread_id, TRUE) END;
    END IF;
  END IF;
  -- Within a thread and a task numbers rise in the order in which they become visible. The thread comes first, always.
  IF thread_ IS NOT NULL THEN locked := pg_advisory_xact_lock(${threadLock}, (thread_ % 2147483647)::int); END IF;
  IF task_ IS NOT NULL THEN
    locked := pg_advisory_xact_lock(${taskLock}, hashtext(task_));
    IF endings_ IS NOT NULL THEN
      IF coalesce((SELECT t.endings FROM tasks t WHERE t.id = task_), 0) <> endings_ THEN RETURN NULL; END IF;
    END IF;
  END IF;
  IF thread_ IS NOT NULL AND newest_ IS NOT NULL THEN
    SELECT max(m.id) INTO number_ FROM messages m WHERE m.thread_id = thread_ AND m.thread_id <> m.id;
    IF coalesce(number_, thread_) <> newest_ THEN RETURN NULL; END IF;
  END IF;
  IF roster IS NOT NULL THEN
    IF roster <> (SELECT f.value::bigint FROM facts f WHERE f.name = 'roster_version') THEN RETURN NULL; END IF;
  END IF;
  IF room IS NOT NULL THEN
    -- What another sender adds counts: each waits until the one before is stored. In one order, so that no two wait for each other.
    FOR r IN SELECT DISTINCT a.id FROM unnest(addresses, vias) AS x(address, via) JOIN agents a ON a.address = x.address
      WHERE x.via IN ('to', 'cc') ORDER BY 1 LOOP
      locked := pg_advisory_xact_lock(${mailboxLock}, (r.id % 2147483647)::int);
    END LOOP;
    FOR r IN SELECT * FROM unnest(addresses, vias) AS x(address, via) LOOP
      IF r.via IN ('to', 'cc') THEN
        SELECT a.id INTO number_ FROM agents a WHERE a.address = r.address;
        IF number_ IS NOT NULL AND unread_total(number_, sent_at_) >= room THEN RETURN NULL; END IF;
      END IF;
    END LOOP;
  END IF;
  FOREACH address_ IN ARRAY addresses LOOP
    number_ := NULL;
    IF starts_with(address_, 'queue:') THEN
      SELECT q.agent_id, q.status INTO number_, state_ FROM queues q WHERE q.name = substr(address_, 7);
      IF number_ IS NULL OR state_ = 'closed' THEN RETURN NULL; END IF;
    ELSIF strpos(address_, '@') > 0 THEN
      leaves := TRUE;
      SELECT a.id INTO number_ FROM agents a WHERE a.address = address_;
    ELSE
      SELECT a.id, a.state INTO number_, state_ FROM agents a WHERE a.address = address_;
      -- Under an expected version of the roster its agents are known to stand.
      IF number_ IS NULL OR (roster IS NULL AND state_ IN ('dead', 'named')) THEN RETURN NULL; END IF;
    END IF;
    agents_ := array_append(agents_, number_);
  END LOOP;
  -- What may be a loop is looked at step by step.
  IF since IS NOT NULL THEN
    IF (${mayLoopSql({ sender: 'sender.id', thread: 'thread_', since: 'since', hour: 'hour', half: 'half', most: 'most', sent: 'sent_most' }, `unnest(agents_[1:${mostPaired}]) AS given(value)`)}) = 1 THEN RETURN NULL; END IF;
  END IF;
  IF among IS NOT NULL THEN
    SELECT m.id, a.address, d.box <> 0 AS is_read INTO repeated
    FROM (SELECT n.id, n.rank, n.subject FROM messages n WHERE n.sender_id = sender.id ORDER BY n.id DESC LIMIT among) m
    JOIN deliveries d ON d.agent_id = ANY(agents_[1:20]) AND d.rank = m.rank AND (d.box = 0 OR (also_read AND d.box IN (1, 2)))
    JOIN agents a ON a.id = d.agent_id
    WHERE m.subject = subject_ AND (d.expires_at IS NULL OR d.expires_at > sent_at_) ORDER BY m.id DESC LIMIT 1;
  END IF;
  IF answered IS NOT NULL THEN
    SELECT m.id, m.kind, m.rank INTO earlier FROM messages m WHERE m.id = answered;
    SELECT * INTO copy FROM deliveries d WHERE d.agent_id = sender.id AND d.rank = earlier.rank FOR UPDATE;
    answers := FOUND;
    -- What an answer closes for others too is the caller's to do.
    IF answers AND (starts_with(copy.via, 'role:') OR copy.also_via IS NOT NULL OR (earlier.kind = 'escalation' AND kind_ NOT IN ('query', 'escalation'))) THEN
      RETURN NULL;
    END IF;
  END IF;
  -- From here on it is stored.
  IF sender.id IS NULL THEN SELECT name_number(from_) AS id, FALSE AS is_back INTO sender; END IF;
  IF leaves THEN
    agents_ := ARRAY(SELECT coalesce(x.agent, name_number(x.address)) FROM unnest(agents_, addresses) WITH ORDINALITY AS x(agent, address, place) ORDER BY x.place);
  END IF;
  id_ := nextval('message_ids'); rank_ := place * ${2 ** 48} + id_; thread_ := coalesce(thread_, id_); arrived_ := arrival_at(sent_at_);
  INSERT INTO messages(${placed.columns}) VALUES(${placed.values});
  IF format_ IS NOT NULL THEN INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(format_, foreign_id_, id_); END IF;
  IF cardinality(agents_) = 1 THEN
    INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)
    VALUES(agents_[1], 0, rank_, nullif(vias[1], 'to'), sender.id, owing[1]::int, ends[1]);
  ELSE
    -- In one order, so that two senders never wait for each other.
    INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)
    SELECT x.agent, 0, rank_, nullif(x.via, 'to'), sender.id, x.owes::int, x.expires_at
    FROM unnest(agents_, vias, owing, ends) AS x(agent, via, owes, expires_at) ORDER BY 1;
  END IF;
  IF leaves THEN
    INSERT INTO outbox(message_id, address, swarm, lane, next_at)
    SELECT id_, x, regexp_replace(x, '^.*@', ''), coalesce(task_, 'thread ' || thread_), arrived_
    FROM unnest(addresses) AS x WHERE strpos(x, '@') > 0 AND NOT starts_with(x, 'queue:');
  END IF;
  IF selectors IS NOT NULL THEN
    INSERT INTO postings(selector, message_id, expires_at) SELECT x.selector, id_, x.expires_at
    FROM unnest(selectors, selectors_end) AS x(selector, expires_at);
  END IF;
  IF principal_ IS NULL AND sender.is_back THEN PERFORM note_seen(sender.id, sent_at_); END IF;
  IF answers THEN
    before := state_of(copy);
    UPDATE deliveries d SET owes = 0 WHERE d.agent_id = sender.id AND d.rank = earlier.rank RETURNING * INTO copy;
    INSERT INTO events(deed_id, message_id, agent_id, what, detail, change)
    VALUES(log_deed(json_build_object('actor', from_, 'principal', principal_, 'at', sent_at_, 'what', 'answered', 'session', session_,
      'undoable', 0, 'seen', principal_ IS NULL)), earlier.id, sender.id, 'answered', json_build_object('by', id_), jsonb_build_array(before, state_of(copy)));
  END IF;
  -- After the first row: whoever clears a bell waits for all changes that have begun by then.
  IF EXISTS(SELECT 1 FROM machines WHERE NOT rung AND (agents IS NULL OR agents && agents_)) THEN
    PERFORM ring_machines(agents_);
  END IF;
  IF among IS NULL THEN RETURN json_build_array(id_, thread_, FALSE); END IF;
  RETURN json_build_array(id_, thread_, FALSE, repeated.id, repeated.address, repeated.is_read);
END $$;
`
