export const mail = `
CREATE TABLE facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE agents(
  id INTEGER PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  long_form TEXT,
  kind TEXT NOT NULL,
  role TEXT,
  swarm TEXT,
  session TEXT,
  pane TEXT,
  state TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  last_seen INTEGER,
  reports_to TEXT,
  can_complete INTEGER NOT NULL DEFAULT 0,
  watched INTEGER NOT NULL DEFAULT 0,
  talks_to TEXT NOT NULL DEFAULT '[]',
  budget INTEGER,
  frozen_at INTEGER,
  meta TEXT
) STRICT;
CREATE INDEX agents_role ON agents(role) WHERE role IS NOT NULL;
CREATE INDEX agents_swarm ON agents(swarm) WHERE swarm IS NOT NULL;
CREATE INDEX agents_session ON agents(session) WHERE session IS NOT NULL;
CREATE INDEX agents_pane ON agents(pane) WHERE pane IS NOT NULL;
CREATE TABLE agent_tags(tag TEXT NOT NULL, agent_id INTEGER NOT NULL, PRIMARY KEY(tag, agent_id)) STRICT, WITHOUT ROWID;
CREATE INDEX agent_tags_agent ON agent_tags(agent_id);

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
CREATE TABLE foreign_ids(format TEXT NOT NULL, foreign_id TEXT NOT NULL, message_id INTEGER NOT NULL, PRIMARY KEY(foreign_id, format)) STRICT, WITHOUT ROWID;
CREATE INDEX foreign_ids_message ON foreign_ids(message_id);

-- One recipient's copy. One b-tree: box 0 to 5 are the statuses, then snoozed, dead, expired.
CREATE TABLE deliveries(
  agent_id INTEGER NOT NULL,
  box INTEGER NOT NULL,
  rank INTEGER NOT NULL,
  was INTEGER,
  via TEXT,                          -- NULL: addressed itself
  sender_id INTEGER NOT NULL,
  owes INTEGER NOT NULL DEFAULT 0,
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

-- What is kept for who joins later: agent:NAME, role:NAME, a tag, all, swarm:NAME.
CREATE TABLE postings(
  selector TEXT NOT NULL,
  message_id INTEGER NOT NULL,
  expires_at INTEGER,
  done_at INTEGER,                   -- role mail that a holder completed or answered
  PRIMARY KEY(selector, message_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE deeds(
  id INTEGER PRIMARY KEY,
  actor_id INTEGER NOT NULL,
  principal TEXT,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  session TEXT,
  command TEXT,
  undoable INTEGER NOT NULL DEFAULT 0,
  reverses INTEGER                   -- the deed that this one undid or did again
) STRICT;
CREATE INDEX deeds_undoable ON deeds(actor_id, id) WHERE undoable = 1 OR reverses IS NOT NULL;
CREATE INDEX deeds_reverses ON deeds(reverses) WHERE reverses IS NOT NULL;
CREATE TABLE events(
  seq INTEGER PRIMARY KEY,
  deed_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  agent_id INTEGER NOT NULL,         -- whose copy
  what TEXT NOT NULL,
  detail TEXT,                       -- JSON
  change TEXT                        -- JSON [before, after], where undo may need it
) STRICT;
CREATE INDEX events_message ON events(message_id, seq);
CREATE INDEX events_deed ON events(deed_id);

-- Mail that left for archive/YYYY-MM.jsonl: its row stays, its body is there. Naming a row here is what unlocks it.
CREATE TABLE cold(message_id INTEGER PRIMARY KEY, file TEXT NOT NULL, position INTEGER NOT NULL, length INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;

CREATE TABLE drafts(owner_id INTEGER NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, fields TEXT NOT NULL, saved_at INTEGER NOT NULL, send_at INTEGER, PRIMARY KEY(owner_id, id)) STRICT, WITHOUT ROWID;
CREATE TABLE presence(id TEXT PRIMARY KEY, who TEXT NOT NULL, thread_id INTEGER, replying INTEGER NOT NULL, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE messages_text USING fts5(subject, body, facets, content='', contentless_delete=1, prefix='2 3');
INSERT INTO messages_text(messages_text, rank) VALUES('automerge', 0);
CREATE TABLE text_state(one INTEGER PRIMARY KEY CHECK(one = 1), upto INTEGER NOT NULL) STRICT;
INSERT INTO text_state VALUES(1, 0);

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
CREATE TRIGGER events_unchanged BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER deeds_unchanged BEFORE UPDATE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never changed'); END;
CREATE TRIGGER deeds_kept BEFORE DELETE ON deeds BEGIN SELECT RAISE(ABORT, 'deeds are never deleted'); END;
`
