import { leavingColumns, stanceSql } from '../../sql/tables/messages.ts'
import { columnSql, indexesSql, isKey, refusalSql, tableSql } from '../../sql/tables/schema-of.ts'
import { tables } from '../../sql/tables/tables.ts'
import { changingFunctions } from './changing.ts'
import { indebted, lapsed, owing, pressingAs, queuedAs } from './conditions.ts'
import { deliverFunction } from './deliver.ts'
import { maker } from './maker.ts'
import { asOwner, closedFunctions, rightsFunctions } from './rights.ts'
import { takingFunctions } from './taking.ts'

const idMask = 2 ** 48 - 1
/** The number of rows that a counter is spread over: concurrent writers take one each, and do not wait for one another. */
const shards = 64
const shardLock = 7_406
/**
 * Each minute counts in rows of its own, which are folded into one later. While a transaction stays open anywhere, no former version
 * of a row can be removed, and each change of a row walks past all of them. After this many, the minutes start again: a small number holds the last row of them all.
 */
const minutes = 500
/** Rows of the last ones are still counted in. */
const keptMinutes = 2
const foldLock = 7_407

/** Adds to a counter: its keys, what they are here, and its column. */
type Counter = {
  readonly table: string
  readonly keys: string
  readonly values: string
  readonly column: string
}

/** Nearly always the row is there. An upsert would lock it with a record of its own in the write-ahead log. */
const count = ({ table, keys, values, column }: Counter, by: string) =>
  `UPDATE ${table} c SET ${column} = c.${column} + ${by} WHERE (${keys}, shard) = (${values}, part);
  IF NOT FOUND THEN
    INSERT INTO ${table}(${keys}, shard, ${column}) VALUES(${values}, part, ${by}) ON CONFLICT(${keys}, shard) DO UPDATE SET ${column} = ${table}.${column} + ${by};
  END IF;`
const countUnread = (of: string, by: string) =>
  count(
    {
      table: 'unread_parts',
      keys: 'agent_id, priority',
      values: `${of}agent_id, ${of}rank >> 51`,
      column: 'lasting',
    },
    by,
  )
const countDebt = (of: string, by: string) =>
  count({ table: 'debts_parts', keys: 'agent_id', values: `${of}agent_id`, column: 'owed' }, by)
const countPressing = (of: string, by: string) =>
  count(
    {
      table: 'pressing_parts',
      keys: 'agent_id, what, sender_id',
      values: `${of}agent_id, ${pressingAs(of)}, ${of}sender_id`,
      column: 'copies',
    },
    by,
  )
const countQueued = (of: string, by: string) =>
  count(
    {
      table: 'queued_parts',
      keys: 'agent_id, box',
      values: `${of}agent_id, ${queuedAs(of)}`,
      column: 'items',
    },
    by,
  )
const counted = ['unread_parts', 'debts_parts', 'pressing_parts', 'queued_parts']
/** How long ago a row was counted, in minutes. */
const age = (minute: string) => `(${minute} + 1 - shard / ${shards} + ${minutes}) % ${minutes}`

/** Rows that `fold_counts` would add up, up to a limit. `of`: the schema, with its point. */
export function unfoldedSql(of: string, most: number): string {
  const old = counted.map(
    (table) =>
      `SELECT 1 FROM ${of}${table} WHERE shard >= ${shards} AND ${age(`${of}count_minute()`)} >= ${keptMinutes}`,
  )
  return `${old.join(' UNION ALL ')} LIMIT ${most}`
}

/** A row that was counted and is nothing now is not kept. */
const fold = (table: string, keys: string, column: string) =>
  `WITH old AS (
    DELETE FROM ${table} WHERE shard >= ${shards} AND ${age('minute')} >= kept RETURNING *
  ) INSERT INTO ${table}(${keys}, shard, ${column}) SELECT ${keys}, 0, sum(${column}) FROM old GROUP BY ${keys} HAVING sum(${column}) <> 0
  ON CONFLICT(${keys}, shard) DO UPDATE SET ${column} = ${table}.${column} + excluded.${column};`
const lasting = (of: string) => `(${of}box = 0 AND ${of}expires_at IS NULL)`
const isItem = (of: string) => `EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = ${of}agent_id)`

/** A row of messages without what putting it away empties. */
const staying = (of: string) => `(to_jsonb(${of}) - ${leavingColumns.map((name) => `'${name}'`).join(' - ')})`

/** Adds what an earlier schema did not have of the tables that both engines have. */
export const addedSql = tables
  .flatMap((table) => [
    tableSql(maker, table).replace(/^CREATE TABLE/u, 'CREATE TABLE IF NOT EXISTS'),
    ...Object.keys(table.columns)
      .filter((name) => !isKey(table, name))
      .map((name) => columnSql(maker, table, name))
      .filter((column) => column !== undefined)
      .map((column) => `ALTER TABLE ${table.name} ADD COLUMN IF NOT EXISTS ${column};`),
    ...indexesSql(table).map((sql) => sql.replace(/INDEX/u, 'INDEX IF NOT EXISTS')),
  ])
  .join('\n')

/**
 * Every table of a store, as a new one is made. Times are milliseconds since 1970. Text is compared byte by byte. A change needs a
 * new `schemaVersion`; `upgrade.ts` adds what a store lacks of the tables that both engines have.
 */
export const schema = `${tables.map((table) => [tableSql(maker, table), ...indexesSql(table)].join('\n')).join('\n')}
${tables.map((table) => refusalSql(maker, table)).join('\n')}

-- Programs that wait for changes, wherever they run. Each listens to watchpost_ID: for changes of these agents' mail, or for all.
CREATE TABLE machines(id ${maker.kinds.id}, rung BOOLEAN NOT NULL DEFAULT FALSE, seen_at TIMESTAMPTZ NOT NULL DEFAULT now(), agents BIGINT[]);

CREATE FUNCTION numbers(list TEXT) RETURNS TABLE(value BIGINT) LANGUAGE sql IMMUTABLE AS
$$ SELECT v::bigint FROM json_array_elements_text(list::json) v $$;
-- A NUL, and half of a pair of surrogates, are JSON, and no text of this server: reading any part of the document would fail. The NUL
-- becomes what programs keep it as, the half becomes the sign for a lost character. Control characters stand for what is left alone:
-- escaped backslashes and whole pairs. It is rare, so no plan should reckon with it.
CREATE FUNCTION mend_json(doc TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT COST 1 AS $$
DECLARE said TEXT := replace(doc, '\\\\', chr(1));
BEGIN
  IF said ~* '\\\\ud[89a-f]' THEN
    said := regexp_replace(said, '\\\\u(d[89ab]..)\\\\u(d[c-f]..)', chr(2) || '\\1' || chr(2) || '\\2', 'gi');
    said := replace(regexp_replace(said, '\\\\ud[89a-f]..', '\\\\ufffd', 'gi'), chr(2), '\\u');
  END IF;
  RETURN replace(replace(said, '\\u0000', '\\udbff\\udffd0'), chr(1), '\\\\');
END $$;
-- A document whose parts can be read. Planned as a part of its query: where nothing is escaped by its number it costs one look.
CREATE FUNCTION readable(doc TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN strpos(doc, '\\u') > 0 THEN mend_json(doc) ELSE doc END $$;
CREATE FUNCTION texts(list TEXT) RETURNS TABLE(value TEXT) LANGUAGE sql IMMUTABLE AS
$$ SELECT v FROM json_array_elements_text(readable(list)::json) v $$;
-- Only text is read as a time: the payload is the sender's.
CREATE FUNCTION deadline_of(more TEXT) RETURNS BIGINT LANGUAGE plpgsql STABLE AS $$
DECLARE said TEXT;
BEGIN
  IF more IS NULL OR json_typeof(readable(more)::json #> '{payload,deadline}') IS DISTINCT FROM 'string' THEN RETURN NULL; END IF;
  said := readable(more)::json #>> '{payload,deadline}';
  IF said !~ '^\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)?)?$' THEN RETURN NULL; END IF;
  RETURN floor(extract(epoch FROM said::timestamptz))::bigint * 1000;
EXCEPTION WHEN others THEN RETURN NULL;
END $$;

-- Messages ---------------------------------------------------------------------------------------------------------------

CREATE SEQUENCE message_ids;         -- the order of beginning, not of commit

CREATE INDEX messages_arrived ON messages(arrived_at, id);
-- What came since a moment: ids are no measure of that.
CREATE INDEX messages_xact ON messages(xact);

-- Mail that was put away for good: its row stays, what it said is here as one line. A row here allows exactly that change.
CREATE FUNCTION messages_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS(SELECT 1 FROM cold WHERE message_id = OLD.id) THEN
    RAISE EXCEPTION 'messages are never changed; they are deleted only by an archive deed that names them' USING ERRCODE = 'restrict_violation';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  IF NEW.body <> '' OR ${staying('NEW')} IS DISTINCT FROM ${staying('OLD')} THEN
    RAISE EXCEPTION 'messages are never changed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER messages_stay BEFORE UPDATE OR DELETE ON messages FOR EACH ROW EXECUTE FUNCTION messages_stay();

-- Search, filled by whoever tends: never in a send.
CREATE TABLE words(message_id BIGINT PRIMARY KEY, words TSVECTOR NOT NULL);
CREATE INDEX words_found ON words USING gin(words);

-- Deliveries -------------------------------------------------------------------------------------------------------------

CREATE INDEX deliveries_box ON deliveries(agent_id, box, rank);
CREATE INDEX deliveries_oldest ON deliveries(agent_id, (rank & ${idMask})) WHERE box = 0;
-- What is held or worked on, by the end of its lease: a queue's board counts what lapsed.
CREATE INDEX deliveries_held ON deliveries(box, agent_id, held_until) WHERE box = 2 OR held_by IS NOT NULL;
CREATE INDEX deliveries_failed ON deliveries(sender_id, (rank & ${idMask})) WHERE owes = 1 AND (box = 4 OR was = 4);
CREATE INDEX deliveries_asked ON deliveries(sender_id, agent_id, (rank & ${idMask})) WHERE ${owing('')};
CREATE INDEX deliveries_urgent ON deliveries(agent_id, owes, rank) WHERE box = 0 AND rank < ${2 ** 51};
CREATE INDEX deliveries_dead ON deliveries(sender_id, (rank & ${idMask})) WHERE box = 7;
CREATE INDEX deliveries_lapsed_by ON deliveries(agent_id, (rank & ${idMask})) WHERE ${lapsed('')};
CREATE INDEX deliveries_lapsed_to ON deliveries(sender_id, (rank & ${idMask}), agent_id) WHERE ${lapsed('')};

-- Exact numbers without a walk. Each view adds the rows that were counted apart.
CREATE TABLE pressing_parts(agent_id BIGINT NOT NULL, what SMALLINT NOT NULL, sender_id BIGINT NOT NULL, shard SMALLINT NOT NULL, copies BIGINT NOT NULL, PRIMARY KEY(agent_id, what, sender_id, shard)) WITH (fillfactor = 70);
CREATE INDEX pressing_sender ON pressing_parts(sender_id, what);
CREATE INDEX pressing_young ON pressing_parts(shard) WHERE shard >= ${shards};
CREATE VIEW pressing AS SELECT agent_id, what, sender_id, sum(copies)::bigint AS copies FROM pressing_parts GROUP BY agent_id, what, sender_id;
-- How much lasting unread mail an agent has, by priority (rank >> 51). Mail that expires or is snoozed is counted when asked for.
CREATE TABLE unread_parts(agent_id BIGINT NOT NULL, priority SMALLINT NOT NULL, shard SMALLINT NOT NULL, lasting BIGINT NOT NULL, PRIMARY KEY(agent_id, priority, shard)) WITH (fillfactor = 70);
CREATE INDEX unread_young ON unread_parts(shard) WHERE shard >= ${shards};
CREATE VIEW unread AS SELECT agent_id, priority, sum(lasting)::bigint AS lasting FROM unread_parts GROUP BY agent_id, priority;
-- How many answers each agent owes. Completed, failed and archived copies do not count.
CREATE TABLE debts_parts(agent_id BIGINT NOT NULL, shard SMALLINT NOT NULL, owed BIGINT NOT NULL, PRIMARY KEY(agent_id, shard)) WITH (fillfactor = 70);
CREATE INDEX debts_young ON debts_parts(shard) WHERE shard >= ${shards};
CREATE VIEW debts AS SELECT agent_id, sum(owed)::bigint AS owed FROM debts_parts GROUP BY agent_id;
-- How many items of a queue are in which box: processing, completed (also if archived since), failed, dead. What is available
-- is counted as unread.
CREATE TABLE queued_parts(agent_id BIGINT NOT NULL, box SMALLINT NOT NULL, shard SMALLINT NOT NULL, items BIGINT NOT NULL, PRIMARY KEY(agent_id, box, shard)) WITH (fillfactor = 70);
CREATE INDEX queued_young ON queued_parts(shard) WHERE shard >= ${shards};
CREATE VIEW queued AS SELECT agent_id, box, sum(items)::bigint AS items FROM queued_parts GROUP BY agent_id, box;

CREATE FUNCTION count_minute() RETURNS INT LANGUAGE sql STABLE AS $$ SELECT (extract(epoch FROM now())::bigint / 60 % ${minutes})::int $$;
-- Where this transaction counts: a row of the present minute. Rows below ${shards} hold what was folded.
CREATE FUNCTION free_part() RETURNS SMALLINT LANGUAGE plpgsql AS $$
DECLARE
  own INT := pg_backend_pid() % ${shards};
  first_ INT := ${shards} * (count_minute() + 1);
BEGIN
  FOR step IN 0..${shards - 1} LOOP
    IF pg_try_advisory_xact_lock(${shardLock}, (own + step) % ${shards}) THEN RETURN first_ + (own + step) % ${shards}; END IF;
  END LOOP;
  RETURN first_ + own;
END $$;

-- Adds up the rows of all minutes but the last ones. Whoever counts in one of them meanwhile waits, and makes it anew.
CREATE FUNCTION fold_counts(kept INT DEFAULT ${keptMinutes}) RETURNS void LANGUAGE plpgsql ${asOwner} AS $$
DECLARE minute INT := count_minute();
BEGIN
  IF NOT pg_try_advisory_xact_lock(${foldLock}, 0) THEN RETURN; END IF;
  ${fold('unread_parts', 'agent_id, priority', 'lasting')}
  ${fold('debts_parts', 'agent_id', 'owed')}
  ${fold('pressing_parts', 'agent_id, what, sender_id', 'copies')}
  ${fold('queued_parts', 'agent_id, box', 'items')}
END $$;

-- A condition beside a subquery stands around it: together they would be planned anew each time.
CREATE FUNCTION deliveries_count() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
DECLARE
  part SMALLINT := free_part();
  was_item BOOLEAN; is_item BOOLEAN;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    IF ${queuedAs('OLD.')} IS NOT NULL THEN was_item := ${isItem('OLD.')}; END IF;
    IF TG_OP = 'DELETE' OR ${lasting('OLD.')} <> ${lasting('NEW.')} THEN IF ${lasting('OLD.')} THEN ${countUnread('OLD.', '-1')} END IF; END IF;
    IF TG_OP = 'DELETE' OR ${indebted('OLD.')} <> ${indebted('NEW.')} THEN IF ${indebted('OLD.')} THEN ${countDebt('OLD.', '-1')} END IF; END IF;
    IF TG_OP = 'DELETE' OR ${pressingAs('OLD.')} IS DISTINCT FROM ${pressingAs('NEW.')} THEN
      IF ${pressingAs('OLD.')} IS NOT NULL THEN ${countPressing('OLD.', '-1')} END IF;
    END IF;
    IF was_item AND (TG_OP = 'DELETE' OR ${queuedAs('OLD.')} IS DISTINCT FROM ${queuedAs('NEW.')}) THEN ${countQueued('OLD.', '-1')} END IF;
    IF ${owing('OLD.')} AND (TG_OP = 'DELETE' OR NOT ${owing('NEW.')}) THEN
      DELETE FROM escalations WHERE agent_id = OLD.agent_id AND rank = OLD.rank;
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0 THEN
      DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    IF ${queuedAs('NEW.')} IS NOT NULL THEN is_item := ${isItem('NEW.')}; END IF;
    IF TG_OP = 'INSERT' OR ${lasting('OLD.')} <> ${lasting('NEW.')} THEN IF ${lasting('NEW.')} THEN ${countUnread('NEW.', '1')} END IF; END IF;
    IF TG_OP = 'INSERT' OR ${indebted('OLD.')} <> ${indebted('NEW.')} THEN IF ${indebted('NEW.')} THEN ${countDebt('NEW.', '1')} END IF; END IF;
    IF TG_OP = 'INSERT' OR ${pressingAs('OLD.')} IS DISTINCT FROM ${pressingAs('NEW.')} THEN
      IF ${pressingAs('NEW.')} IS NOT NULL THEN ${countPressing('NEW.', '1')} END IF;
    END IF;
    IF is_item AND (TG_OP = 'INSERT' OR ${queuedAs('OLD.')} IS DISTINCT FROM ${queuedAs('NEW.')}) THEN ${countQueued('NEW.', '1')} END IF;
    IF ${owing('NEW.')} AND (TG_OP = 'INSERT' OR NOT ${owing('OLD.')}) THEN
      INSERT INTO escalations SELECT NEW.agent_id, NEW.rank, deadline_of(m.more) FROM messages m
      WHERE m.id = (NEW.rank & ${idMask}) AND m.kind = 'escalation' ON CONFLICT DO NOTHING;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER deliveries_come AFTER INSERT OR DELETE ON deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_count();
CREATE TRIGGER deliveries_change AFTER UPDATE OF box, owes, was, expires_at ON deliveries FOR EACH ROW EXECUTE FUNCTION deliveries_count();

CREATE FUNCTION queues_begin() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  INSERT INTO queued_parts(agent_id, box, shard, items) SELECT NEW.agent_id, ${queuedAs('')}, 0, count(*) FROM deliveries
  WHERE agent_id = NEW.agent_id AND ${queuedAs('')} IS NOT NULL GROUP BY 2;
  RETURN NULL;
END $$;
CREATE TRIGGER queues_begin AFTER INSERT ON queues FOR EACH ROW EXECUTE FUNCTION queues_begin();

-- The log ----------------------------------------------------------------------------------------------------------------

-- What can be undone is found by this one, too, without a look at any other change.
CREATE INDEX deeds_actor ON deeds(actor_id, id, undoable, reverses);
CREATE INDEX deeds_at ON deeds USING brin(at);
CREATE INDEX events_deed ON events(deed_id);
CREATE INDEX events_xact ON events(xact);
-- Changes that no event tells of.
CREATE INDEX deeds_about ON deeds(xact) WHERE about IS NOT NULL;

-- Debates and tasks ------------------------------------------------------------------------------------------------------

-- How many debates have which verdict, and how much was said in them.
CREATE VIEW verdicts AS SELECT verdict, count(*) AS debates, sum(rounds)::bigint AS rounds, sum(claims)::bigint AS claims, sum(counters)::bigint AS counters
FROM debates GROUP BY verdict;

CREATE FUNCTION messages_come() RETURNS trigger LANGUAGE plpgsql ${asOwner} AS $$
BEGIN
  IF ${stanceSql('NEW.')} THEN
    INSERT INTO debates(thread_id, newest, rounds, claims, counters)
    VALUES(NEW.thread_id, NEW.id, 1, (NEW.kind = 'claim')::int, (NEW.kind = 'counter')::int)
    ON CONFLICT(thread_id) DO UPDATE SET newest = greatest(debates.newest, excluded.newest), rounds = debates.rounds + 1,
      claims = debates.claims + excluded.claims, counters = debates.counters + excluded.counters;
  ELSIF NEW.kind = 'directive' THEN
    UPDATE debates SET newest = greatest(newest, NEW.id) WHERE thread_id = NEW.thread_id;
  END IF;
  IF NEW.task IS NOT NULL THEN
    INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 1, 'running')
    ON CONFLICT(id) DO UPDATE SET newest = greatest(tasks.newest, excluded.newest), messages = tasks.messages + 1;
    IF NEW.kind = 'complete' THEN
      UPDATE tasks SET ended = NEW.id, endings = endings + 1,
        status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
      WHERE id = NEW.task;
      UPDATE commissions SET open = (NEW.subject = '::breakpoint_tool_call::')::int WHERE id = NEW.task;
    ELSIF NEW.kind NOT IN ('response', 'notification') THEN
      IF NOT EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system') THEN
        UPDATE tasks SET status = 'running' WHERE id = NEW.task AND status <> 'running';
        IF FOUND THEN UPDATE commissions SET open = 1 WHERE id = NEW.task; END IF;
      END IF;
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER messages_come AFTER INSERT ON messages FOR EACH ROW
WHEN (NEW.task IS NOT NULL OR NEW.kind = 'directive' OR ${stanceSql('NEW.')}) EXECUTE FUNCTION messages_come();

${changingFunctions}${takingFunctions}${deliverFunction}${rightsFunctions}${closedFunctions}`
