import { isStance } from '../sql/debates/verdicts.ts'
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

/**
 * Every table of a store, as a new one is made. Times are milliseconds since 1970. A change here needs a new `schemaVersion`
 * and its part in `upgrade.ts`; a new column comes last in its table, where an upgrade can only put it.
 */
export const schema = `
-- store, salt, created_at, roster_version, and swarm where there is one.
CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Agents -----------------------------------------------------------------------------------------------------------------

CREATE TABLE agents(
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  long_form TEXT,
  kind TEXT NOT NULL,
  role TEXT,
  swarm TEXT,
  session TEXT,
  pane TEXT,
  state TEXT NOT NULL,               -- alive, frozen, …; named: only an address, on nobody's roster
  registered_at INTEGER NOT NULL,
  last_seen INTEGER,
  reports_to TEXT,
  can_complete INTEGER NOT NULL DEFAULT 0,
  watched INTEGER NOT NULL DEFAULT 0,
  talks_to TEXT NOT NULL DEFAULT '[]',
  budget INTEGER,
  frozen_at INTEGER,
  meta TEXT,
  skeleton TEXT,                     -- what the name looks like, for agents on the roster
  glyphs TEXT,
  lookalike TEXT,                    -- the earlier name that this one looks like
  pane_server TEXT,                  -- the tmux server of the pane, as its socket and process
  wake TEXT                          -- which mail rings its bell; NULL: as the settings say
) STRICT;
CREATE INDEX agents_role ON agents(role) WHERE role IS NOT NULL;
CREATE INDEX agents_swarm ON agents(swarm) WHERE swarm IS NOT NULL;
CREATE INDEX agents_session ON agents(session) WHERE session IS NOT NULL;
CREATE INDEX agents_pane ON agents(pane) WHERE pane IS NOT NULL;
CREATE INDEX agents_skeleton ON agents(skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX agents_glyphs ON agents(glyphs) WHERE glyphs IS NOT NULL;
CREATE INDEX agents_kind ON agents(kind, address);
CREATE TABLE agent_tags(tag TEXT NOT NULL, agent_id INTEGER NOT NULL, PRIMARY KEY(tag, agent_id)) STRICT, WITHOUT ROWID;
CREATE INDEX agent_tags_agent ON agent_tags(agent_id);

-- One conversation of a coding agent, one runner, one tool client.
CREATE TABLE sessions(
  agent_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  beat_at INTEGER NOT NULL,
  ended_at INTEGER,                  -- NULL: it has not said that it ended
  process TEXT,                      -- its opaque name, where it is known
  briefed_at INTEGER,                -- when it was shown what earlier sessions left open
  way TEXT,                          -- how a bell reaches it
  PRIMARY KEY(agent_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_way ON sessions(agent_id) WHERE way IS NOT NULL AND ended_at IS NULL;

-- A line that told an agent of its mail, or was to.
CREATE TABLE bells(
  id INTEGER PRIMARY KEY,
  agent_id INTEGER NOT NULL,
  session TEXT,
  at INTEGER NOT NULL,
  way TEXT NOT NULL,
  message_id INTEGER NOT NULL,       -- the most pressing mail that it was rung for
  thread_id INTEGER NOT NULL,
  priority INTEGER NOT NULL,
  upto INTEGER NOT NULL,             -- the newest mail that it told of
  deed INTEGER NOT NULL,             -- the last change before it: what its agent does later answers it
  outcome TEXT                       -- rung, or why not; NULL while it is being rung
) STRICT;
CREATE INDEX bells_agent ON bells(agent_id, id);
CREATE INDEX bells_thread ON bells(agent_id, thread_id, id);

-- Sessions that wait for a person, until they go on. A helper of the agent waits beside it.
CREATE TABLE asks(
  agent_id INTEGER NOT NULL,
  session TEXT NOT NULL,             -- empty: it has no name
  helper TEXT NOT NULL,              -- empty: the agent itself
  kind TEXT NOT NULL,
  since INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(agent_id, session, helper)
) STRICT, WITHOUT ROWID;

-- What hooks wait for a person's answer to. Nothing here decides: a hook believes a signature alone.
CREATE TABLE requests(
  id TEXT PRIMARY KEY,
  agent_id INTEGER NOT NULL,
  session TEXT NOT NULL,
  helper TEXT NOT NULL,
  request TEXT NOT NULL,             -- JSON, as it was asked
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,            -- the hook waits until then
  process TEXT,                      -- the hook's opaque name
  taken_at INTEGER,                  -- when the hook took a decision
  closed_at INTEGER                  -- when it waited no longer
) STRICT, WITHOUT ROWID;
CREATE INDEX requests_asked ON requests(agent_id, session, helper, since);

-- What was decided about them, and what was refused. Names are text: they may be of nobody on the roster.
CREATE TABLE approvals(
  id INTEGER PRIMARY KEY,
  request TEXT NOT NULL,
  agent TEXT NOT NULL,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  principal TEXT,
  verdict TEXT NOT NULL,
  digest TEXT NOT NULL,
  outcome TEXT NOT NULL,             -- given, or why it was refused
  signature TEXT                     -- NULL where it was refused
) STRICT;
CREATE INDEX approvals_agent ON approvals(agent, id);
CREATE INDEX approvals_request ON approvals(request, id);
CREATE TRIGGER approvals_unchanged BEFORE UPDATE ON approvals BEGIN SELECT RAISE(ABORT, 'approvals are never changed'); END;
CREATE TRIGGER approvals_kept BEFORE DELETE ON approvals BEGIN SELECT RAISE(ABORT, 'approvals are never deleted'); END;

-- Advisory claims on paths, each for a time.
CREATE TABLE reservations(
  agent_id INTEGER NOT NULL,
  project TEXT NOT NULL,             -- the main checkout of the worktree
  path TEXT NOT NULL,                -- relative to the worktree, or a pattern
  shared INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  session TEXT NOT NULL,             -- empty: made by a command that knew no session
  PRIMARY KEY(agent_id, project, path)
) STRICT, WITHOUT ROWID;

-- What was typed into an agent's terminal, or was to be.
CREATE TABLE nudges(
  id INTEGER PRIMARY KEY,
  actor_id INTEGER NOT NULL,
  principal TEXT,
  agent_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,                -- its beginning
  outcome TEXT NOT NULL,             -- typed, or why not
  session TEXT
) STRICT;
CREATE INDEX nudges_agent ON nudges(agent_id, id);
CREATE TRIGGER nudges_unchanged BEFORE UPDATE ON nudges BEGIN SELECT RAISE(ABORT, 'nudges are never changed'); END;

-- Messages ---------------------------------------------------------------------------------------------------------------

-- What was written, once. The body comes last, so that lists never touch its overflow pages.
CREATE TABLE messages(
  id INTEGER PRIMARY KEY,            -- max(id) + 1 under the write lock: id order is commit order
  thread_id INTEGER NOT NULL,        -- its own id for a message that begins a thread
  reply_to INTEGER,
  sender_id INTEGER NOT NULL,
  principal TEXT,                    -- who the sender's environment named, where that is another
  kind TEXT NOT NULL,
  rank INTEGER NOT NULL,             -- (priority * 8 + tier) * 2^48 + id
  sent_at INTEGER NOT NULL,          -- the sender's clock
  arrived_at INTEGER NOT NULL,       -- never less than that of an earlier id
  expires_at INTEGER,
  key TEXT,                          -- idempotency, per sender
  digest TEXT,                       -- of the content, where there is a key
  task TEXT,
  swarm TEXT,
  written TEXT NOT NULL,             -- JSON {to, cc}: the addresses as written
  recipients TEXT NOT NULL,          -- JSON array of agent ids: receipts by point look-ups
  more TEXT,                         -- JSON {payload, context, attachments, tags, meta, origin}, absent parts left out
  subject TEXT NOT NULL,
  preview TEXT NOT NULL,
  body_file TEXT,                    -- SHA-256 of a body kept in bodies/, whose column is then empty
  body TEXT NOT NULL
) STRICT;
CREATE INDEX messages_thread ON messages(thread_id, id) WHERE thread_id <> id;
CREATE INDEX messages_sender ON messages(sender_id, id);
CREATE UNIQUE INDEX messages_key ON messages(sender_id, key) WHERE key IS NOT NULL;
CREATE INDEX messages_task ON messages(task, id) WHERE task IS NOT NULL;
CREATE INDEX messages_escalations ON messages(id) WHERE kind = 'escalation';
CREATE INDEX messages_stances ON messages(id) WHERE ${isStance('')};
CREATE TABLE foreign_ids(format TEXT NOT NULL, foreign_id TEXT NOT NULL, message_id INTEGER NOT NULL, PRIMARY KEY(foreign_id, format)) STRICT, WITHOUT ROWID;
CREATE INDEX foreign_ids_message ON foreign_ids(message_id);
-- The states of messages as a folder of another system and the store last had them in common.
CREATE TABLE synced(place TEXT NOT NULL, foreign_id TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY(place, foreign_id)) STRICT, WITHOUT ROWID;

-- Mail that left for archive/YYYY-MM.jsonl: its row stays, its body is there. A row here allows exactly that change.
CREATE TABLE cold(message_id INTEGER PRIMARY KEY, file TEXT NOT NULL, position INTEGER NOT NULL, length INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;
CREATE TRIGGER messages_unchanged BEFORE UPDATE ON messages
WHEN NOT (EXISTS(SELECT 1 FROM cold WHERE message_id = OLD.id) AND NEW.body = '' AND NEW.id IS OLD.id AND NEW.thread_id IS OLD.thread_id
  AND NEW.reply_to IS OLD.reply_to AND NEW.sender_id IS OLD.sender_id AND NEW.principal IS OLD.principal AND NEW.kind IS OLD.kind
  AND NEW.rank IS OLD.rank AND NEW.sent_at IS OLD.sent_at AND NEW.arrived_at IS OLD.arrived_at AND NEW.expires_at IS OLD.expires_at
  AND NEW.key IS OLD.key AND NEW.digest IS OLD.digest AND NEW.task IS OLD.task AND NEW.swarm IS OLD.swarm AND NEW.written IS OLD.written
  AND NEW.recipients IS OLD.recipients AND NEW.subject IS OLD.subject AND NEW.preview IS OLD.preview)
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

-- One recipient's copy. One b-tree: box 0 to 5 are the statuses, then snoozed, dead, expired.
CREATE TABLE deliveries(
  agent_id INTEGER NOT NULL,
  box INTEGER NOT NULL,
  rank INTEGER NOT NULL,             -- of its message, whose id is rank % 2^48
  was INTEGER,                       -- the status that a snoozed, dead or expired copy had
  via TEXT,                          -- NULL: addressed itself
  sender_id INTEGER NOT NULL,
  owes INTEGER NOT NULL DEFAULT 0,   -- 1 while an answer is owed
  expires_at INTEGER,
  snoozed_until INTEGER,
  pinned INTEGER NOT NULL DEFAULT 0,
  read_at INTEGER,
  ack_at INTEGER,
  done_at INTEGER,
  held_by TEXT,
  held_until INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY(agent_id, box, rank)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_expiring ON deliveries(agent_id, expires_at) WHERE box = 0 AND expires_at IS NOT NULL;
-- What is held or worked on, by the end of its lease: a queue's board counts what lapsed.
CREATE INDEX deliveries_held ON deliveries(box, agent_id, held_until) WHERE box = 2 OR held_by IS NOT NULL;
-- Requests that failed and were not answered since, by their requester: few, and asked for at every look at what needs attention.
CREATE INDEX deliveries_failed ON deliveries(sender_id, rank & 281474976710655) WHERE owes = 1 AND (box = 4 OR was = 4);
-- What Attention looks up: answers that are owed, by both parties and age; urgent mail; mail that time hides or shows; dead
-- letters. The first is read alone: it has every column that the counts name.
CREATE INDEX deliveries_asked ON deliveries(sender_id, agent_id, rank & 281474976710655, owes, was) WHERE ${owing('')};
CREATE INDEX deliveries_urgent ON deliveries(agent_id, owes, rank) WHERE box = 0 AND rank >> 51 = 0;
CREATE INDEX deliveries_timed ON deliveries(agent_id) WHERE box = 6 OR (expires_at IS NOT NULL AND (box = 0 OR (box = 1 AND owes = 1)));
CREATE INDEX deliveries_dead ON deliveries(sender_id, rank & 281474976710655) WHERE box = 7;
-- Answers that are owed although their request expired or died: few, and no cost to what is sent.
CREATE INDEX deliveries_lapsed_by ON deliveries(agent_id, rank & 281474976710655) WHERE ${lapsed('')};
CREATE INDEX deliveries_lapsed_to ON deliveries(sender_id, rank & 281474976710655, agent_id) WHERE ${lapsed('')};
CREATE INDEX deliveries_pinned ON deliveries(agent_id) WHERE pinned = 1;

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
CREATE TABLE escalations(agent_id INTEGER NOT NULL, rank INTEGER NOT NULL, deadline INTEGER, PRIMARY KEY(agent_id, rank)) STRICT, WITHOUT ROWID;
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
CREATE TABLE returned(agent_id INTEGER NOT NULL, rank INTEGER NOT NULL, holder_id INTEGER NOT NULL, session TEXT, taken_at INTEGER NOT NULL, PRIMARY KEY(agent_id, rank)) STRICT, WITHOUT ROWID;
CREATE TRIGGER returned_over AFTER UPDATE OF box ON deliveries WHEN OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0
BEGIN DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;

-- Mail kept for agents that join later, by agent:NAME, role:NAME, a tag, all, or swarm:NAME.
CREATE TABLE postings(
  selector TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  expires_at INTEGER,
  done_at INTEGER,                   -- role mail that a holder completed or answered
  PRIMARY KEY(selector, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX postings_message ON postings(message_id);

-- Places -----------------------------------------------------------------------------------------------------------------

CREATE TABLE groups(name TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- The items of a queue are deliveries of queue:NAME, a name that is on nobody's roster.
CREATE TABLE queues(
  name TEXT PRIMARY KEY,
  agent_id INTEGER NOT NULL UNIQUE,
  status TEXT NOT NULL,              -- active, paused, closed
  ordering TEXT NOT NULL,            -- fifo, priority
  max_concurrency INTEGER,
  claimers TEXT NOT NULL,            -- JSON array of patterns
  lease INTEGER NOT NULL,            -- milliseconds
  attempts INTEGER NOT NULL          -- tries until an item is a dead letter
) STRICT, WITHOUT ROWID;

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

CREATE TABLE channels(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,              -- active, closed
  retain_count INTEGER,
  retain_hours INTEGER,
  patterns TEXT                      -- JSON: subscribers that are patterns, sets, roles or tags
) STRICT;
CREATE TABLE posts(channel_id INTEGER NOT NULL, message_id INTEGER NOT NULL, posted_at INTEGER NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(channel_id, message_id)) STRICT, WITHOUT ROWID;
CREATE INDEX posts_message ON posts(message_id);
CREATE TABLE subscriptions(channel_id INTEGER NOT NULL, agent_id INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY(channel_id, agent_id)) STRICT, WITHOUT ROWID;

-- The log ----------------------------------------------------------------------------------------------------------------

-- One command of one actor, with the events that it caused.
CREATE TABLE deeds(
  id INTEGER PRIMARY KEY,
  actor_id INTEGER NOT NULL,
  principal TEXT,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  session TEXT,
  command TEXT,
  undoable INTEGER NOT NULL DEFAULT 0,
  reverses INTEGER,                  -- the deed that this one undid or did again
  newest INTEGER,                    -- the newest message at that time: what was sent later has a greater id
  about TEXT,                        -- the place, where no message says what was changed
  first_event INTEGER                -- its first event; NULL: it has none, or an earlier schema wrote it
) STRICT;
-- What can be undone is found by this one, too, without a look at any other deed.
CREATE INDEX deeds_actor ON deeds(actor_id, id, undoable, reverses);
-- Failures are few, and counted at every look at the fleet.
CREATE INDEX deeds_failed ON deeds(at) WHERE what = 'fail';
CREATE INDEX deeds_reverses ON deeds(reverses) WHERE reverses IS NOT NULL;
CREATE TABLE events(
  seq INTEGER PRIMARY KEY,
  deed_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  agent_id INTEGER NOT NULL,         -- whose copy
  what TEXT NOT NULL,
  detail TEXT,                       -- JSON
  change TEXT,                       -- JSON [before, after], where undo may need it
  later INTEGER NOT NULL DEFAULT 1   -- 0: its deed names it as its first
) STRICT;
CREATE INDEX events_message ON events(message_id, seq);
-- Most deeds have one event, which they name: those are found without an index.
CREATE INDEX events_deed ON events(deed_id) WHERE later = 1;
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER deeds_unchanged BEFORE UPDATE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never changed'); END;
CREATE TRIGGER deeds_kept BEFORE DELETE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never deleted'); END;

-- How far the log was sealed, run by run. A digest is of all rows up to there, so whoever changes one has to change all seals after it.
CREATE TABLE seals(
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  deed INTEGER NOT NULL,             -- the last one, and how many since the seal before
  deeds INTEGER NOT NULL,
  deeds_digest TEXT NOT NULL,
  event INTEGER NOT NULL,
  events INTEGER NOT NULL,
  events_digest TEXT NOT NULL,
  begun TEXT,                        -- why the chain begins here anew, with the first row: salvaged or copied
  former TEXT                        -- the head of the chain before
) STRICT;
CREATE TRIGGER seals_unchanged BEFORE UPDATE ON seals BEGIN SELECT RAISE(ABORT, 'seals are never changed'); END;
CREATE TRIGGER seals_kept BEFORE DELETE ON seals BEGIN SELECT RAISE(ABORT, 'seals are never deleted'); END;

-- Debates and tasks ------------------------------------------------------------------------------------------------------

-- Threads in which stances were taken, noted as their messages arrive; judged is behind newest until somebody looked.
CREATE TABLE debates(
  thread_id INTEGER PRIMARY KEY,
  newest INTEGER NOT NULL,
  judged INTEGER NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT 'open',
  rounds INTEGER NOT NULL DEFAULT 0,
  claims INTEGER NOT NULL DEFAULT 0,
  counters INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX debates_verdict ON debates(verdict, newest);
CREATE INDEX debates_newest ON debates(newest);
CREATE INDEX debates_unjudged ON debates(thread_id) WHERE judged < newest;
CREATE TRIGGER debates_stance AFTER INSERT ON messages WHEN ${isStance('NEW.')}
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

-- What was agreed. Its entry waits here until it is written to SUBPOR.md.
CREATE TABLE decisions(
  message_id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL,
  decision TEXT NOT NULL,            -- JSON
  entry TEXT NOT NULL,
  mark TEXT NOT NULL,
  filed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX decisions_unfiled ON decisions(message_id) WHERE filed = 0;

-- Every task with its first and last message, kept as messages arrive. Answers and notices, and what the system says, open none.
CREATE TABLE tasks(
  id TEXT PRIMARY KEY,
  first INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  status TEXT NOT NULL,              -- running, completed, breakpoint
  ended INTEGER,                     -- the message that ended it last
  endings INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
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
  WHERE id = NEW.task AND NEW.kind NOT IN ('response', 'notification', 'complete') AND status <> 'running' AND NOT ${bySystem};
END;

-- A task's parties. Whether it runs is read from its messages.
CREATE TABLE commissions(
  id TEXT PRIMARY KEY,
  wire TEXT NOT NULL UNIQUE,         -- the UUID that other swarms know it by
  owner TEXT NOT NULL,               -- role:id@swarm
  contributors TEXT NOT NULL,        -- JSON array of the same
  entrypoint TEXT,
  max_steps INTEGER,
  started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX commissions_owner ON commissions(owner, started_at);

-- Work that was given out again: when last, to whom, and how often it failed.
CREATE TABLE redispatches(
  bead TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  attempted_at INTEGER,
  agent TEXT,                        -- who has it now
  escalated_at INTEGER
) STRICT, WITHOUT ROWID;

-- Supervisors ------------------------------------------------------------------------------------------------------------

CREATE TABLE drafts(owner_id INTEGER NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, fields TEXT NOT NULL, saved_at INTEGER NOT NULL, send_at INTEGER, PRIMARY KEY(owner_id, id)) STRICT, WITHOUT ROWID;
CREATE TABLE presence(id TEXT PRIMARY KEY, who TEXT NOT NULL, thread_id INTEGER, replying INTEGER NOT NULL, seen_at INTEGER NOT NULL, acting TEXT) STRICT, WITHOUT ROWID;
-- Searches that people keep under a name.
CREATE TABLE views(owner_id INTEGER NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, saved_at INTEGER NOT NULL, PRIMARY KEY(owner_id, name)) STRICT, WITHOUT ROWID;
-- Who looks after a thread; the deed tells who assigned it, and when.
CREATE TABLE assignments(thread_id INTEGER PRIMARY KEY, supervisor_id INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;

-- Other swarms -----------------------------------------------------------------------------------------------------------

-- Who may call the MAIL server. Only a digest is kept: the token itself is shown once.
CREATE TABLE tokens(
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  identity TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;

-- A secret is the name of the variable that holds it, never the secret.
CREATE TABLE peers(
  name TEXT PRIMARY KEY,
  base_url TEXT NOT NULL,
  version TEXT NOT NULL,
  description TEXT NOT NULL,
  keywords TEXT NOT NULL,            -- JSON array
  metadata TEXT,                     -- JSON object
  public INTEGER NOT NULL,
  volatile INTEGER NOT NULL,
  secret TEXT,
  active INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Copies for agents of other swarms that have not left yet. Within a lane the first goes first.
CREATE TABLE outbox(
  seq INTEGER PRIMARY KEY,
  message_id INTEGER NOT NULL,
  address TEXT NOT NULL,
  swarm TEXT NOT NULL,
  lane TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL,
  problem TEXT,
  UNIQUE(message_id, address)
) STRICT;
CREATE INDEX outbox_lane ON outbox(swarm, lane, seq);
`
