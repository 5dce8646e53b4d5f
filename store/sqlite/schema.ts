import { leavingColumns, messages, stanceSql } from '../sql/tables/messages.ts'
import { columnSql, indexesSql, type Maker, refusalSql, tableSql } from '../sql/tables/schema-of.ts'
import type { Table } from '../sql/tables/table.ts'
import { tables } from '../sql/tables/tables.ts'
import { deadlineOf, indebted, lapsed, owing, pressingAs, queuedAs, tallied } from './counted.ts'

/** Whether the system itself is the sender. */
const bySystem = "EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system')"

const isEscalation = "(SELECT kind FROM messages WHERE id = (NEW.rank & 281474976710655)) = 'escalation'"
const deadline = `(SELECT ${deadlineOf('')} FROM messages WHERE id = (NEW.rank & 281474976710655))`
/** Whether a copy is an item of a queue. */
const isItem = (of: string) => `EXISTS(SELECT 1 FROM queues q WHERE q.agent_id = ${of}agent_id)`

const addVerdict = `INSERT INTO verdicts VALUES(NEW.verdict, 1, NEW.rounds, NEW.claims, NEW.counters)
  ON CONFLICT DO UPDATE SET debates = debates + 1, rounds = rounds + excluded.rounds, claims = claims + excluded.claims, counters = counters + excluded.counters`
const takeVerdict = `UPDATE verdicts SET debates = debates - 1, rounds = rounds - OLD.rounds, claims = claims - OLD.claims, counters = counters - OLD.counters
  WHERE verdict = OLD.verdict`

/** One more, or one fewer, of what a trigger's row is counted as. */
const count = (what: string | number, sender = '0') =>
  `INSERT INTO tallies VALUES(NEW.agent_id, ${what}, ${sender}, 1) ON CONFLICT DO UPDATE SET copies = copies + 1`
const uncount = (what: string | number, sender = '0') =>
  `UPDATE tallies SET copies = copies - 1 WHERE agent_id = OLD.agent_id AND what = ${what} AND sender_id = ${sender}`

/** A table whose key is its row's number is a b-tree by that; any other is one by its key. */
const maker: Maker = {
  engine: 'sqlite',
  kinds: {
    id: 'INTEGER PRIMARY KEY',
    key: 'INTEGER PRIMARY KEY',
    number: 'INTEGER',
    count: 'INTEGER',
    small: 'INTEGER',
    word: 'TEXT',
    text: 'TEXT',
  },
  optionsOf: ({ key }) => (key === undefined ? ' STRICT' : ' STRICT, WITHOUT ROWID'),
  refusal: (table, never) => {
    const refuse = (name: string, event: string, what: string) =>
      `CREATE TRIGGER ${table}_${name} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, '${table} are never ${what}'); END;`
    const unchanged = refuse('unchanged', 'UPDATE', 'changed')
    return never === 'changed' ? unchanged : `${unchanged}\n${refuse('kept', 'DELETE', 'deleted')}`
  },
}

const leaving: readonly string[] = leavingColumns
/** What putting a message away leaves as it was. */
const isTheSame = Object.keys(messages.columns)
  .filter((name) => !leaving.includes(name) && columnSql(maker, messages, name) !== undefined)
  .map((name) => `NEW.${name} IS OLD.${name}`)
  .join(' AND ')

/** A column of a table that an earlier schema made without it; `undefined` where SQLite has no such column. */
export const addedColumnSql = (table: Table, name: string): string | undefined =>
  columnSql(maker, table, name)

/**
 * Every table of a store, as a new one is made. Times are milliseconds since 1970. A change of a table, an index or a trigger needs
 * a new `schemaVersion`; an upgrade adds what a store lacks.
 */
export const schema = `${tables.map((table) => [tableSql(maker, table), ...indexesSql(table)].join('\n')).join('\n')}
${tables.map((table) => refusalSql(maker, table)).join('\n')}
-- Mail that left for archive/YYYY-MM.jsonl: its row stays, its body is there. A row here allows exactly that change.
CREATE TRIGGER messages_unchanged BEFORE UPDATE ON messages
WHEN NOT (EXISTS(SELECT 1 FROM cold WHERE message_id = OLD.id) AND NEW.body = '' AND ${isTheSame})
BEGIN SELECT RAISE(ABORT, 'messages are never changed'); END;
CREATE TRIGGER messages_kept BEFORE DELETE ON messages
WHEN NOT EXISTS(SELECT 1 FROM cold WHERE message_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'messages are deleted only by an archive deed that names them'); END;

-- Search. Messages up to \`upto\` are in the index; the others are searched one by one.
CREATE VIRTUAL TABLE messages_text USING fts5(subject, body, facets, content='', contentless_delete=1, prefix='2 3');
INSERT INTO messages_text(messages_text, rank) VALUES('automerge', 0);
CREATE TABLE text_state(one INTEGER PRIMARY KEY CHECK(one = 1), upto INTEGER NOT NULL) STRICT;
INSERT INTO text_state VALUES(1, 0);

-- Deliveries -------------------------------------------------------------------------------------------------------------

-- What is held or worked on, by the end of its lease: a queue's board counts what lapsed.
CREATE INDEX deliveries_held ON deliveries(box, agent_id, held_until) WHERE box = 2 OR held_by IS NOT NULL;
-- Requests that failed and were not answered since, by their requester: few, and asked for at every look at what needs attention.
CREATE INDEX deliveries_failed ON deliveries(sender_id, rank & 281474976710655) WHERE owes = 1 AND (box = 4 OR was = 4);
-- What Attention looks up: answers that are owed, by both parties and age; urgent mail; mail that time hides or shows; dead
-- letters. The first is read alone: it has every column that the counts name.
CREATE INDEX deliveries_asked ON deliveries(sender_id, agent_id, rank & 281474976710655, owes, was) WHERE ${owing('')};
CREATE INDEX deliveries_urgent ON deliveries(agent_id, owes, rank) WHERE box = 0 AND rank >> 51 = 0;
CREATE INDEX deliveries_dead ON deliveries(sender_id, rank & 281474976710655) WHERE box = 7;
-- Answers that are owed although their request expired or died: few, and no cost to what is sent.
CREATE INDEX deliveries_lapsed_by ON deliveries(agent_id, rank & 281474976710655) WHERE ${lapsed('')};
CREATE INDEX deliveries_lapsed_to ON deliveries(sender_id, rank & 281474976710655, agent_id) WHERE ${lapsed('')};

-- What is counted of each agent, all in one place: a change of a copy touches several counts, and each table would be another
-- page of the log. \`what\` is a number of \`tallied\`; the sender is 0 where a count is not by sender.
CREATE TABLE tallies(agent_id INTEGER NOT NULL, what INTEGER NOT NULL, sender_id INTEGER NOT NULL, copies INTEGER NOT NULL, PRIMARY KEY(agent_id, what, sender_id)) STRICT, WITHOUT ROWID;
CREATE INDEX tallies_sender ON tallies(sender_id, what) WHERE sender_id > 0;

-- How many copies of each sender owe an answer or are urgent and unread: exact numbers without a walk.
CREATE TRIGGER pressing_comes AFTER INSERT ON deliveries WHEN ${pressingAs('NEW.')} IS NOT NULL
BEGIN ${count(pressingAs('NEW.'), 'NEW.sender_id')}; END;
CREATE TRIGGER pressing_again AFTER UPDATE OF box, owes ON deliveries
WHEN ${pressingAs('NEW.')} IS NOT NULL AND ${pressingAs('OLD.')} IS NOT ${pressingAs('NEW.')}
BEGIN ${count(pressingAs('NEW.'), 'NEW.sender_id')}; END;
CREATE TRIGGER pressing_over AFTER UPDATE OF box, owes ON deliveries
WHEN ${pressingAs('OLD.')} IS NOT NULL AND ${pressingAs('OLD.')} IS NOT ${pressingAs('NEW.')}
BEGIN ${uncount(pressingAs('OLD.'), 'OLD.sender_id')}; END;
CREATE TRIGGER pressing_gone AFTER DELETE ON deliveries WHEN ${pressingAs('OLD.')} IS NOT NULL
BEGIN ${uncount(pressingAs('OLD.'), 'OLD.sender_id')}; END;

-- Escalations that owe a decision, with its deadline: few, whatever the size of the store.
CREATE TRIGGER escalations_come AFTER INSERT ON deliveries WHEN ${owing('NEW.')} AND ${isEscalation}
BEGIN INSERT INTO escalations VALUES(NEW.agent_id, NEW.rank, ${deadline}) ON CONFLICT DO NOTHING; END;
CREATE TRIGGER escalations_again AFTER UPDATE OF box, owes ON deliveries WHEN ${owing('NEW.')} AND NOT (${owing('OLD.')}) AND ${isEscalation}
BEGIN INSERT INTO escalations VALUES(NEW.agent_id, NEW.rank, ${deadline}) ON CONFLICT DO NOTHING; END;
CREATE TRIGGER escalations_over AFTER UPDATE OF box, owes ON deliveries WHEN ${owing('OLD.')} AND NOT (${owing('NEW.')})
BEGIN DELETE FROM escalations WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;
CREATE TRIGGER escalations_gone AFTER DELETE ON deliveries WHEN ${owing('OLD.')}
BEGIN DELETE FROM escalations WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;

-- How much lasting unread mail an agent has, by priority (rank >> 51). Mail that expires or is snoozed is counted when asked for.
CREATE TRIGGER unread_comes AFTER INSERT ON deliveries WHEN NEW.box = 0 AND NEW.expires_at IS NULL
BEGIN ${count('NEW.rank >> 51')}; END;
CREATE TRIGGER unread_again AFTER UPDATE OF box, expires_at ON deliveries
WHEN NEW.box = 0 AND NEW.expires_at IS NULL AND NOT (OLD.box = 0 AND OLD.expires_at IS NULL)
BEGIN ${count('NEW.rank >> 51')}; END;
CREATE TRIGGER unread_over AFTER UPDATE OF box, expires_at ON deliveries
WHEN OLD.box = 0 AND OLD.expires_at IS NULL AND NOT (NEW.box = 0 AND NEW.expires_at IS NULL)
BEGIN ${uncount('OLD.rank >> 51')}; END;
CREATE TRIGGER unread_gone AFTER DELETE ON deliveries WHEN OLD.box = 0 AND OLD.expires_at IS NULL
BEGIN ${uncount('OLD.rank >> 51')}; END;

-- How many answers each agent owes. Completed, failed and archived copies do not count.
CREATE TRIGGER debts_come AFTER INSERT ON deliveries WHEN ${indebted('NEW.')}
BEGIN ${count(tallied.owed)}; END;
CREATE TRIGGER debts_again AFTER UPDATE OF owes, box, was ON deliveries WHEN ${indebted('NEW.')} AND NOT ${indebted('OLD.')}
BEGIN ${count(tallied.owed)}; END;
CREATE TRIGGER debts_over AFTER UPDATE OF owes, box, was ON deliveries WHEN ${indebted('OLD.')} AND NOT ${indebted('NEW.')}
BEGIN ${uncount(tallied.owed)}; END;
CREATE TRIGGER debts_gone AFTER DELETE ON deliveries WHEN ${indebted('OLD.')}
BEGIN ${uncount(tallied.owed)}; END;

-- Work that came back unfinished and that nobody was shown since.
CREATE TRIGGER returned_over AFTER UPDATE OF box ON deliveries WHEN OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0
BEGIN DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;

-- Places -----------------------------------------------------------------------------------------------------------------

-- How many items of a queue are in which box: processing, completed (also if archived since), failed, dead. What is available
-- is counted as unread.
CREATE TRIGGER queued_begins AFTER INSERT ON queues
BEGIN INSERT INTO tallies SELECT NEW.agent_id, ${queuedAs('')}, 0, count(*) FROM deliveries
  WHERE agent_id = NEW.agent_id AND ${queuedAs('')} IS NOT NULL GROUP BY 2; END;
CREATE TRIGGER queued_comes AFTER INSERT ON deliveries WHEN ${queuedAs('NEW.')} IS NOT NULL AND ${isItem('NEW.')}
BEGIN ${count(queuedAs('NEW.'))}; END;
CREATE TRIGGER queued_again AFTER UPDATE OF box, was ON deliveries
WHEN ${queuedAs('NEW.')} IS NOT NULL AND ${queuedAs('OLD.')} IS NOT ${queuedAs('NEW.')} AND ${isItem('NEW.')}
BEGIN ${count(queuedAs('NEW.'))}; END;
CREATE TRIGGER queued_over AFTER UPDATE OF box, was ON deliveries
WHEN ${queuedAs('OLD.')} IS NOT NULL AND ${queuedAs('OLD.')} IS NOT ${queuedAs('NEW.')} AND ${isItem('OLD.')}
BEGIN ${uncount(queuedAs('OLD.'))}; END;
CREATE TRIGGER queued_gone AFTER DELETE ON deliveries WHEN ${queuedAs('OLD.')} IS NOT NULL AND ${isItem('OLD.')}
BEGIN ${uncount(queuedAs('OLD.'))}; END;

-- The log ----------------------------------------------------------------------------------------------------------------

-- What can be undone is found by this one, too, without a look at any other deed.
CREATE INDEX deeds_actor ON deeds(actor_id, id, undoable, reverses);
-- Most deeds have one event, which they name: those are found without an index.
CREATE INDEX events_deed ON events(deed_id) WHERE later = 1;

-- Debates and tasks ------------------------------------------------------------------------------------------------------

CREATE TRIGGER debates_stance AFTER INSERT ON messages WHEN ${stanceSql('NEW.')}
BEGIN
  INSERT INTO debates(thread_id, newest, rounds, claims, counters)
  VALUES(NEW.thread_id, NEW.id, 1, NEW.kind = 'claim', NEW.kind = 'counter')
  ON CONFLICT DO UPDATE SET newest = excluded.newest, rounds = rounds + 1, claims = claims + excluded.claims, counters = counters + excluded.counters;
END;
CREATE TRIGGER debates_directive AFTER INSERT ON messages WHEN NEW.kind = 'directive'
BEGIN UPDATE debates SET newest = NEW.id WHERE thread_id = NEW.thread_id; END;

-- How many debates have which verdict, and how much was said in them.
CREATE TABLE verdicts(verdict TEXT PRIMARY KEY, debates INTEGER NOT NULL, rounds INTEGER NOT NULL, claims INTEGER NOT NULL, counters INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TRIGGER verdicts_come AFTER INSERT ON debates
BEGIN ${addVerdict}; END;
CREATE TRIGGER verdicts_change AFTER UPDATE OF verdict, rounds, claims, counters ON debates
BEGIN
  ${takeVerdict};
  ${addVerdict};
END;
CREATE TRIGGER verdicts_gone AFTER DELETE ON debates
BEGIN ${takeVerdict}; END;

CREATE TRIGGER tasks_come AFTER INSERT ON messages WHEN NEW.task IS NOT NULL
BEGIN
  INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 0, 'running') ON CONFLICT DO NOTHING;
  UPDATE tasks SET newest = NEW.id, messages = messages + 1 WHERE id = NEW.task;
  UPDATE tasks SET ended = NEW.id, endings = endings + 1,
    status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
  WHERE id = NEW.task AND NEW.kind = 'complete';
  UPDATE tasks SET status = 'running'
  WHERE id = NEW.task AND NEW.kind NOT IN ('response', 'notification', 'complete') AND status <> 'running' AND NOT ${bySystem};
END;
CREATE TRIGGER tasks_change AFTER UPDATE OF status ON tasks WHEN (NEW.status = 'completed') <> (OLD.status = 'completed')
BEGIN UPDATE commissions SET open = (NEW.status <> 'completed') WHERE id = NEW.id; END;
`
