import { asOwner } from './rights.ts'
/** Whoever changes where mail goes holds this alone; senders share it. */
export const rosterLock = 7_401
/** Beside the number of a thread, and beside a task: who writes in it goes after the one before. */
const threadLock = 7_402
const taskLock = 7_403
/** Beside the number of an agent: who sends to a mailbox that may be full goes after the one before. */
const mailboxLock = 7_407
/** Who decides by what a fact says. */
export const factLock = 7_404
/** A setting of the transaction that changes are gathered in. */
export const gathering = 'watchpost.gathering'

/**
 * A whole send in one call: what the sender assumed is checked, then the message and its copies are stored. Refusals are
 * errors of the class WP, whose detail is our code.
 */
export const deliverFunction = `
CREATE FUNCTION refuse(code TEXT, said TEXT, advice TEXT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION USING ERRCODE = 'WP001', MESSAGE = said, DETAIL = code, HINT = advice; END $$;

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

-- Wakes the machines that were not told of anything since they last looked. Whoever finds one rung already, or being rung, leaves
-- it: it looks again once all changes of that moment have ended. Changes that are gathered ring when they are stored: nobody else
-- could ring the machines that they have rung until then.
CREATE FUNCTION ring_machines() RETURNS void LANGUAGE sql ${asOwner} AS $$
  WITH rung AS (UPDATE machines SET rung = TRUE WHERE id IN (
    SELECT id FROM machines WHERE NOT rung AND current_setting('${gathering}', TRUE) IS DISTINCT FROM 'on' FOR UPDATE SKIP LOCKED
  ) RETURNING id)
  SELECT pg_notify('watchpost_' || id, '') FROM rung;
$$;

CREATE FUNCTION unread_total(owner BIGINT, now BIGINT) RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT (SELECT coalesce(sum(u.lasting), 0) FROM unread_parts u WHERE u.agent_id = owner)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 0 AND d.expires_at > c.clock)
    + (SELECT count(*) FROM deliveries d WHERE d.agent_id = owner AND d.box = 6 AND d.was = 0 AND d.snoozed_until <= now
        AND (d.expires_at IS NULL OR d.expires_at > c.clock))
  FROM (SELECT least(now, (SELECT a.frozen_at FROM agents a WHERE a.id = owner)) AS clock) c;
$$;

CREATE FUNCTION deliver(post JSON, subject_ TEXT, preview_ TEXT, body_ TEXT)
RETURNS TABLE(id BIGINT, thread BIGINT, duplicate BOOLEAN, repeat_id BIGINT, repeat_address TEXT, repeat_read BOOLEAN) LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  p RECORD; r RECORD; earlier RECORD;
  sender BIGINT; number_ BIGINT; state_ TEXT;
  agents_ BIGINT[] := '{}';
  copy deliveries; before JSONB; answers BOOLEAN := FALSE;
BEGIN
  SELECT * INTO p FROM json_to_record(post) AS x("from" TEXT, principal TEXT, reply_to BIGINT, thread BIGINT, kind TEXT, place BIGINT,
    sent_at BIGINT, expires_at BIGINT, key TEXT, digest TEXT, task TEXT, swarm TEXT, written TEXT, more TEXT, recipients JSON, selectors JSON,
    answered BIGINT, session TEXT, roster BIGINT, newest BIGINT, endings BIGINT, room BIGINT, among BIGINT, "read" BOOLEAN, format TEXT, foreign_id TEXT);
  PERFORM pg_advisory_xact_lock_shared(${rosterLock});
  sender := name_number(p."from");
  IF p.key IS NOT NULL THEN
    SELECT m.id, m.thread_id, m.digest INTO earlier FROM messages m WHERE m.sender_id = sender AND m.key = p.key;
    IF FOUND AND earlier.digest = p.digest THEN
      id := earlier.id; thread := earlier.thread_id; duplicate := TRUE;
      RETURN NEXT; RETURN;
    ELSIF FOUND THEN
      PERFORM refuse('conflict', 'The key ' || p.key || ' was already used for a message with other content.', 'Use a different --key for each message.');
    END IF;
  END IF;
  -- Within a thread and a task numbers rise in the order in which they become visible. The thread comes first, always.
  IF p.thread IS NOT NULL THEN PERFORM pg_advisory_xact_lock(${threadLock}, (p.thread % 2147483647)::int); END IF;
  IF p.task IS NOT NULL THEN PERFORM pg_advisory_xact_lock(${taskLock}, hashtext(p.task)); END IF;
  IF p.endings IS NOT NULL AND p.task IS NOT NULL AND coalesce((SELECT t.endings FROM tasks t WHERE t.id = p.task), 0) <> p.endings THEN
    PERFORM refuse('stale', 'The task ' || p.task || ' has ended in the meantime.', 'See \`watchpost task show\`, then try again.');
  END IF;
  IF p.thread IS NOT NULL AND p.newest IS NOT NULL THEN
    SELECT max(m.id) INTO number_ FROM messages m WHERE m.thread_id = p.thread AND m.thread_id <> m.id;
    IF coalesce(number_, p.thread) <> p.newest THEN
      PERFORM refuse('stale', 'A new message has arrived in the thread.', 'Read it, then try again.');
    END IF;
  END IF;
  IF p.roster IS NOT NULL AND p.roster <> (SELECT f.value::bigint FROM facts f WHERE f.name = 'roster_version') THEN
    PERFORM refuse('stale', 'The roster changed while the message was being addressed.', 'Try again.');
  END IF;
  IF p.room IS NOT NULL THEN
    -- What another sender adds counts: each waits until the one before is stored. In one order, so that no two wait for each other.
    FOR r IN SELECT DISTINCT a.id FROM json_to_recordset(p.recipients) AS x(address TEXT, via TEXT) JOIN agents a ON a.address = x.address
      WHERE x.via IN ('to', 'cc') ORDER BY 1 LOOP
      PERFORM pg_advisory_xact_lock(${mailboxLock}, (r.id % 2147483647)::int);
    END LOOP;
    FOR r IN SELECT * FROM json_to_recordset(p.recipients) AS x(address TEXT, via TEXT) LOOP
      IF r.via IN ('to', 'cc') THEN
        SELECT a.id INTO number_ FROM agents a WHERE a.address = r.address;
        IF number_ IS NOT NULL AND unread_total(number_, p.sent_at) >= p.room THEN
          PERFORM refuse('conflict', 'The mailbox of ' || r.address || ' is full: it has ' || p.room || ' unread messages. Nothing was sent.', 'The limit is mailbox.max_queue_size in config.yaml.');
        END IF;
      END IF;
    END LOOP;
  END IF;
  FOR r IN SELECT * FROM json_to_recordset(p.recipients) AS x(address TEXT) LOOP
    number_ := NULL;
    IF starts_with(r.address, 'queue:') THEN
      SELECT q.agent_id, q.status INTO number_, state_ FROM queues q WHERE q.name = substr(r.address, 7);
      IF number_ IS NULL THEN
        PERFORM refuse('not-found', 'There is no queue ' || substr(r.address, 7) || '; nothing was sent.', 'List queues with \`watchpost queue list\`.');
      ELSIF state_ = 'closed' THEN
        PERFORM refuse('conflict', 'The queue ' || substr(r.address, 7) || ' is closed; nothing was sent.', 'List queues with \`watchpost queue list\`.');
      END IF;
    ELSIF strpos(r.address, '@') > 0 THEN number_ := name_number(r.address);
    ELSE
      SELECT a.id, a.state INTO number_, state_ FROM agents a WHERE a.address = r.address;
      -- Under an expected version of the roster its agents are known to stand.
      IF number_ IS NULL OR (p.roster IS NULL AND state_ IN ('dead', 'named')) THEN
        PERFORM refuse('not-found', 'There is no active agent ' || r.address || '; nothing was sent.', 'List the roster with \`watchpost agents\`.');
      END IF;
    END IF;
    agents_ := agents_ || number_;
  END LOOP;
  IF p.among IS NOT NULL THEN
    SELECT m.id, a.address, d.box <> 0 INTO repeat_id, repeat_address, repeat_read
    FROM (SELECT n.id, n.rank, n.subject FROM messages n WHERE n.sender_id = sender ORDER BY n.id DESC LIMIT p.among) m
    JOIN deliveries d ON d.agent_id = ANY(agents_[1:20]) AND d.rank = m.rank AND (d.box = 0 OR (p."read" AND d.box IN (1, 2)))
    JOIN agents a ON a.id = d.agent_id
    WHERE m.subject = subject_ AND (d.expires_at IS NULL OR d.expires_at > p.sent_at) ORDER BY m.id DESC LIMIT 1;
  END IF;
  IF p.answered IS NOT NULL THEN
    SELECT m.id, m.kind, m.rank INTO earlier FROM messages m WHERE m.id = p.answered;
    SELECT * INTO copy FROM deliveries d WHERE d.agent_id = sender AND d.rank = earlier.rank FOR UPDATE;
    answers := FOUND;
    -- What an answer closes for others too is the caller's to do.
    IF answers AND (starts_with(copy.via, 'role:') OR (earlier.kind = 'escalation' AND p.kind NOT IN ('query', 'escalation'))) THEN
      RETURN NEXT; RETURN;
    END IF;
  END IF;
  id := nextval('message_ids'); thread := coalesce(p.thread, id); duplicate := FALSE;
  INSERT INTO messages(id, thread_id, reply_to, sender_id, principal, kind, rank, sent_at, arrived_at, expires_at, key, digest, task, swarm, written, recipients, more, subject, preview, body)
  VALUES(id, deliver.thread, p.reply_to, sender, p.principal, p.kind, p.place * ${2 ** 48} + id, p.sent_at, p.sent_at, p.expires_at, p.key, p.digest, p.task, p.swarm,
    p.written, '[' || array_to_string(agents_, ',') || ']', p.more, subject_, preview_, body_);
  IF p.format IS NOT NULL THEN INSERT INTO foreign_ids(format, foreign_id, message_id) VALUES(p.format, p.foreign_id, id); END IF;
  -- In one order, so that two senders never wait for each other.
  INSERT INTO deliveries(agent_id, box, rank, via, sender_id, owes, expires_at)
  SELECT agents_[x.at], 0, p.place * ${2 ** 48} + deliver.id, nullif(x.via, 'to'), sender, x.owes::int, x.expires_at
  FROM ROWS FROM (json_to_recordset(p.recipients) AS (via TEXT, owes BOOLEAN, expires_at BIGINT)) WITH ORDINALITY AS x(via, owes, expires_at, at) ORDER BY 1;
  IF strpos(post ->> 'recipients', '@') > 0 THEN INSERT INTO outbox(message_id, address, swarm, lane, next_at)
  SELECT deliver.id, x.address, regexp_replace(x.address, '^.*@', ''), coalesce(p.task, 'thread ' || deliver.thread), p.sent_at
  FROM json_to_recordset(p.recipients) AS x(address TEXT) WHERE strpos(x.address, '@') > 0 AND NOT starts_with(x.address, 'queue:');
  END IF;
  IF p.selectors IS NOT NULL THEN
    INSERT INTO postings(selector, message_id, expires_at) SELECT x.selector, deliver.id, x.expires_at
    FROM json_to_recordset(p.selectors) AS x(selector TEXT, expires_at BIGINT);
  END IF;
  IF p.principal IS NULL THEN PERFORM note_seen(sender, p.sent_at); END IF;
  IF answers THEN
    before := state_of(copy);
    UPDATE deliveries d SET owes = 0 WHERE d.agent_id = sender AND d.rank = earlier.rank RETURNING * INTO copy;
    INSERT INTO events(deed_id, message_id, agent_id, what, detail, change)
    VALUES(log_deed(json_build_object('actor', p."from", 'principal', p.principal, 'at', p.sent_at, 'what', 'answered', 'session', p.session,
      'undoable', 0, 'seen', p.principal IS NULL)), earlier.id, sender, 'answered', json_build_object('by', deliver.id), jsonb_build_array(before, state_of(copy)));
  END IF;
  PERFORM ring_machines();
  RETURN NEXT;
END $$;
`
