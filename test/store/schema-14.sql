-- A store as the program of schema 14 left it.
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
, skeleton TEXT, glyphs TEXT, lookalike TEXT, pane_server TEXT) STRICT;
CREATE TABLE agent_tags(tag TEXT NOT NULL, agent_id INTEGER NOT NULL, PRIMARY KEY(tag, agent_id)) STRICT, WITHOUT ROWID;
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
CREATE TABLE foreign_ids(format TEXT NOT NULL, foreign_id TEXT NOT NULL, message_id INTEGER NOT NULL, PRIMARY KEY(foreign_id, format)) STRICT, WITHOUT ROWID;
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
CREATE TABLE events(
  seq INTEGER PRIMARY KEY,
  deed_id INTEGER NOT NULL,
  message_id INTEGER NOT NULL,
  agent_id INTEGER NOT NULL,         -- whose copy
  what TEXT NOT NULL,
  detail TEXT,                       -- JSON
  change TEXT                        -- JSON [before, after], where undo may need it
) STRICT;
CREATE TABLE cold(message_id INTEGER PRIMARY KEY, file TEXT NOT NULL, position INTEGER NOT NULL, length INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;
CREATE TABLE drafts(owner_id INTEGER NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, fields TEXT NOT NULL, saved_at INTEGER NOT NULL, send_at INTEGER, PRIMARY KEY(owner_id, id)) STRICT, WITHOUT ROWID;
CREATE TABLE presence(id TEXT PRIMARY KEY, who TEXT NOT NULL, thread_id INTEGER, replying INTEGER NOT NULL, seen_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE messages_text USING fts5(subject, body, facets, content='', contentless_delete=1, prefix='2 3');
CREATE TABLE text_state(one INTEGER PRIMARY KEY CHECK(one = 1), upto INTEGER NOT NULL) STRICT;
CREATE TABLE groups(name TEXT PRIMARY KEY, members TEXT NOT NULL) STRICT, WITHOUT ROWID;
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
CREATE TABLE channels(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,              -- active, closed
  retain_count INTEGER,
  retain_hours INTEGER
) STRICT;
CREATE TABLE posts(channel_id INTEGER NOT NULL, message_id INTEGER NOT NULL, posted_at INTEGER NOT NULL, pinned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(channel_id, message_id)) STRICT, WITHOUT ROWID;
CREATE TABLE subscriptions(channel_id INTEGER NOT NULL, agent_id INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY(channel_id, agent_id)) STRICT, WITHOUT ROWID;
CREATE TABLE redispatches(
  bead TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  attempted_at INTEGER,
  agent TEXT,                        -- who has it now
  escalated_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE unread(agent_id INTEGER NOT NULL, priority INTEGER NOT NULL, lasting INTEGER NOT NULL, PRIMARY KEY(agent_id, priority)) STRICT, WITHOUT ROWID;
CREATE TABLE debates(
  thread_id INTEGER PRIMARY KEY,
  newest INTEGER NOT NULL,
  judged INTEGER NOT NULL DEFAULT 0,
  verdict TEXT NOT NULL DEFAULT 'open',
  rounds INTEGER NOT NULL DEFAULT 0,
  claims INTEGER NOT NULL DEFAULT 0,
  counters INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE decisions(
  message_id INTEGER PRIMARY KEY,
  thread_id INTEGER NOT NULL,
  decision TEXT NOT NULL,            -- JSON
  entry TEXT NOT NULL,
  mark TEXT NOT NULL,
  filed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE tasks(
  id TEXT PRIMARY KEY,
  first INTEGER NOT NULL,
  newest INTEGER NOT NULL,
  messages INTEGER NOT NULL,
  status TEXT NOT NULL,              -- running, completed, breakpoint
  ended INTEGER,                     -- the message that ended it last
  endings INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE views(owner_id INTEGER NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, saved_at INTEGER NOT NULL, PRIMARY KEY(owner_id, name)) STRICT, WITHOUT ROWID;
CREATE TABLE tokens(
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  identity TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT, WITHOUT ROWID;
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
CREATE TABLE commissions(
  id TEXT PRIMARY KEY,
  wire TEXT NOT NULL UNIQUE,         -- the UUID that other swarms know it by
  owner TEXT NOT NULL,               -- role:id@swarm
  contributors TEXT NOT NULL,        -- JSON array of the same
  entrypoint TEXT,
  max_steps INTEGER,
  started_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE TABLE assignments(thread_id INTEGER PRIMARY KEY, supervisor_id INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;
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
CREATE TABLE sessions(
  agent_id INTEGER NOT NULL,
  id TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  beat_at INTEGER NOT NULL,
  ended_at INTEGER,                  -- NULL: it has not said that it ended
  process TEXT,
  briefed_at INTEGER,                -- when it was shown what earlier sessions left open
  PRIMARY KEY(agent_id, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE returned(agent_id INTEGER NOT NULL, rank INTEGER NOT NULL, holder_id INTEGER NOT NULL, session TEXT, taken_at INTEGER NOT NULL, PRIMARY KEY(agent_id, rank)) STRICT, WITHOUT ROWID;

INSERT INTO messages_text(messages_text, rank) VALUES('automerge', 0);
INSERT INTO facts VALUES('created_at', '1795356675821');
INSERT INTO facts VALUES('roster_version', '9');
INSERT INTO facts VALUES('salt', '3635dfd5be9199cc30e73b8c2ac6d20491276cbc031f9f42b46b59d2be353a32');
INSERT INTO facts VALUES('store', '6f4f981b1f5dcec7662b5580250b8252');
INSERT INTO facts VALUES('swarm', 'mill');
INSERT INTO agents VALUES(1, 'keeper', NULL, 'agent', NULL, NULL, NULL, NULL, 'alive', 1795356675862, 1795356675862, NULL, 0, 0, '[]', NULL, NULL, NULL, 'keeper', 'keeper', NULL, NULL);
INSERT INTO agents VALUES(2, 'worker', NULL, 'agent', NULL, NULL, NULL, NULL, 'alive', 1795356676157, 1795356676157, NULL, 0, 0, '[]', NULL, NULL, NULL, 'worker', 'worker', NULL, NULL);
INSERT INTO agents VALUES(3, 'critic', NULL, 'agent', NULL, NULL, NULL, NULL, 'alive', 1795356676158, 1795356676158, NULL, 0, 0, '[]', NULL, NULL, NULL, 'critic', 'critic', NULL, NULL);
INSERT INTO agents VALUES(4, 'coo', NULL, 'agent', NULL, NULL, NULL, NULL, 'alive', 1795356676169, 1795356676169, NULL, 0, 0, '[]', NULL, NULL, NULL, 'coo', 'coo', NULL, NULL);
INSERT INTO agents VALUES(5, 'lea', NULL, 'agent', NULL, NULL, NULL, NULL, 'alive', 1795356676170, 1795356676170, NULL, 0, 0, '[]', NULL, NULL, NULL, 'lea', 'lea', NULL, NULL);
INSERT INTO agents VALUES(6, 'queue:work', NULL, 'agent', NULL, NULL, NULL, NULL, 'named', 0, NULL, NULL, 0, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO agents VALUES(7, 'system', NULL, 'agent', NULL, NULL, NULL, NULL, 'named', 0, NULL, NULL, 0, 0, '[]', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO messages VALUES(1, 1, NULL, 1, NULL, 'request', 3659174697238529, 1795356676338, 1795356676338, NULL, NULL, NULL, 'mill-1', NULL, '{"to":["worker"],"cc":["coo"]}', '[2,4]', '{"tags":["wheel"]}', 'Repair the mill', 'The wheel is stuck.', NULL, 'The wheel is stuck.');
INSERT INTO messages VALUES(2, 1, 1, 2, NULL, 'response', 3659174697238530, 1795356676774, 1795356676774, NULL, NULL, NULL, 'mill-1', NULL, '{"to":["keeper"],"cc":[]}', '[1]', NULL, 'Re: Repair the mill', 'I am on it.', NULL, 'I am on it.');
INSERT INTO messages VALUES(3, 3, NULL, 4, NULL, 'notification', 5910974510923779, 1795356676798, 1795356676798, NULL, NULL, NULL, NULL, NULL, '{"to":["worker"],"cc":[]}', '[2]', NULL, 'Later', 'Look at this tomorrow.', NULL, 'Look at this tomorrow.');
INSERT INTO messages VALUES(4, 4, NULL, 4, NULL, 'notification', 5910974510923780, 1795356676930, 1795356676930, NULL, 'news-1', 'ihrVAtJVgkUC8Ux7yYq_wfbcRyvTk9vivgWGRh9eEZc', NULL, NULL, '{"to":["worker"],"cc":[]}', '[2]', NULL, 'Old news', 'Read and archive.', NULL, 'Read and archive.');
INSERT INTO messages VALUES(5, 5, NULL, 1, NULL, 'claim', 5910974510923781, 1795356677122, 1795356677122, NULL, NULL, NULL, NULL, NULL, '{"to":["critic"],"cc":[]}', '[3]', NULL, 'Use SQLite', 'One file is enough.', NULL, 'One file is enough.');
INSERT INTO messages VALUES(6, 5, 5, 3, NULL, 'counter', 5910974510923782, 1795356677324, 1795356677324, NULL, NULL, NULL, NULL, NULL, '{"to":["keeper"],"cc":[]}', '[1]', NULL, 'Re: Use SQLite', 'Two writers wait.', NULL, 'Two writers wait.');
INSERT INTO messages VALUES(7, 7, NULL, 1, NULL, 'request', 5910974510923783, 1795356677817, 1795356677817, NULL, NULL, NULL, NULL, NULL, '{"to":["queue:work"],"cc":[]}', '[6]', NULL, 'Grind', 'Ten sacks.', NULL, 'Ten sacks.');
INSERT INTO messages VALUES(8, 8, NULL, 1, NULL, 'request', 5910974510923784, 1795356677818, 1795356677818, NULL, NULL, NULL, NULL, NULL, '{"to":["queue:work"],"cc":[]}', '[6]', NULL, 'Carry', 'Five sacks.', NULL, 'Five sacks.');
INSERT INTO messages VALUES(9, 9, NULL, 4, NULL, 'notification', 5910974510923785, 1795356677957, 1795356677957, NULL, NULL, NULL, NULL, NULL, '{"to":["channel:news"],"cc":[]}', '[2]', NULL, 'Opening', 'We open at nine.', NULL, 'We open at nine.');
INSERT INTO messages VALUES(10, 10, NULL, 1, NULL, 'request', 5910974510923786, 1795356677975, 1795356677975, NULL, NULL, NULL, NULL, NULL, '{"to":["critic"],"cc":[]}', '[3]', NULL, 'Weigh it', 'Please.', NULL, 'Please.');
INSERT INTO messages VALUES(11, 10, 10, 7, NULL, 'notification', 4785074604081163, 1795356678104, 1795356678104, NULL, 'failed:10:critic', 'ty2IVA3OPhkHSvZ1QoKgFjVhMfbKIJPzgpamukV6aEQ', NULL, NULL, '{"to":["keeper"],"cc":[]}', '[1]', '{"tags":["failed"]}', 'Failed: Weigh it', 'critic failed this: no scales. Retry: `watchpost redeliver 8SE6B` asks critic again; with `--to ADDRESS` it asks somebody else. Acknowledge or archive this noti', NULL, 'critic failed this: no scales.

Retry: `watchpost redeliver 8SE6B` asks critic again; with `--to ADDRESS` it asks somebody else.
Acknowledge or archive this notice when nothing more is to be done.');
INSERT INTO messages VALUES(12, 12, NULL, 2, NULL, 'complete', 5629499534213132, 1795356678105, 1795356678105, NULL, NULL, NULL, 'mill-1', NULL, '{"to":["keeper"],"cc":[]}', '[1]', NULL, 'Done', 'It turns.', NULL, 'It turns.');
INSERT INTO deliveries VALUES(1, 0, 3659174697238530, NULL, NULL, 2, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(1, 0, 4785074604081163, NULL, NULL, 7, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(1, 0, 5629499534213132, NULL, NULL, 2, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(1, 0, 5910974510923782, NULL, NULL, 3, 1, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(2, 0, 5910974510923785, NULL, 'channel:news', 4, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(2, 1, 3659174697238529, NULL, NULL, 1, 0, NULL, NULL, 0, 1795356676516, 1795356676516, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(2, 5, 5910974510923780, 0, NULL, 4, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(2, 6, 5910974510923779, 0, NULL, 4, 0, NULL, 1795615876928, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(3, 0, 5910974510923781, NULL, NULL, 1, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(3, 4, 5910974510923786, NULL, NULL, 1, 1, NULL, NULL, 0, 1795356677990, NULL, NULL, NULL, NULL, 1);
INSERT INTO deliveries VALUES(4, 0, 3659174697238529, NULL, 'cc', 1, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(6, 0, 5910974510923784, NULL, 'queue:work', 1, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO deliveries VALUES(6, 2, 5910974510923783, NULL, 'queue:work', 1, 0, NULL, NULL, 0, 1795356677901, NULL, NULL, 'worker', 1795357277901, 1);
INSERT INTO deeds VALUES(1, 2, NULL, 1795356676516, 'ack', NULL, 'ack', 1, NULL);
INSERT INTO deeds VALUES(2, 2, NULL, 1795356676774, 'answered', NULL, NULL, 0, NULL);
INSERT INTO deeds VALUES(3, 2, NULL, 1795356676929, 'snooze', NULL, 'snooze', 1, NULL);
INSERT INTO deeds VALUES(4, 2, NULL, 1795356676960, 'archive', NULL, 'archive', 1, NULL);
INSERT INTO deeds VALUES(5, 3, NULL, 1795356677324, 'answered', NULL, NULL, 0, NULL);
INSERT INTO deeds VALUES(6, 2, NULL, 1795356677901, 'claim', NULL, 'claim', 0, NULL);
INSERT INTO deeds VALUES(7, 3, NULL, 1795356677990, 'process', NULL, 'process', 1, NULL);
INSERT INTO deeds VALUES(8, 3, NULL, 1795356678032, 'fail', NULL, 'fail', 1, NULL);
INSERT INTO events VALUES(1, 1, 1, 2, 'ack', '{}', '[[0,null,1,null,0,null,null,null,null,null,0],[1,null,1,null,0,1795356676516,1795356676516,null,null,null,0]]');
INSERT INTO events VALUES(2, 2, 1, 2, 'answered', '{"by":2}', '[[1,null,1,null,0,1795356676516,1795356676516,null,null,null,0],[1,null,0,null,0,1795356676516,1795356676516,null,null,null,0]]');
INSERT INTO events VALUES(3, 3, 3, 2, 'snooze', '{"until":"2026-11-25T14:11:16.928Z"}', '[[0,null,0,null,0,null,null,null,null,null,0],[6,0,0,1795615876928,0,null,null,null,null,null,0]]');
INSERT INTO events VALUES(4, 4, 4, 2, 'archive', NULL, '[[0,null,0,null,0,null,null,null,null,null,0],[5,0,0,null,0,null,null,null,null,null,0]]');
INSERT INTO events VALUES(5, 5, 5, 3, 'answered', '{"by":6}', '[[0,null,1,null,0,null,null,null,null,null,0],[0,null,0,null,0,null,null,null,null,null,0]]');
INSERT INTO events VALUES(6, 6, 7, 6, 'claim', '{"by":"worker","until":"2026-11-22T14:21:17.901Z","attempt":1}', '[[0,null,0,null,0,null,null,null,null,null,0],[2,null,0,null,0,1795356677901,null,null,"worker",1795357277901,1]]');
INSERT INTO events VALUES(7, 7, 10, 3, 'process', NULL, '[[0,null,1,null,0,null,null,null,null,null,0],[2,null,1,null,0,1795356677990,null,null,"critic",1795357277990,1]]');
INSERT INTO events VALUES(8, 8, 10, 3, 'fail', '{"reason":"no scales"}', '[[2,null,1,null,0,1795356677990,null,null,"critic",1795357277990,1],[4,null,1,null,0,1795356677990,null,null,null,null,1]]');
INSERT INTO text_state VALUES(1, 0);
INSERT INTO groups VALUES('team', '["worker","critic"]');
INSERT INTO queues VALUES('work', 6, 'active', 'fifo', NULL, '["*"]', 600000, 3);
INSERT INTO channels VALUES(1, 'news', 'active', NULL, NULL);
INSERT INTO posts VALUES(1, 9, 1795356677957, 0);
INSERT INTO subscriptions VALUES(1, 2, 1795356677712);
INSERT INTO unread VALUES(1, 1, 1);
INSERT INTO unread VALUES(1, 2, 3);
INSERT INTO unread VALUES(2, 1, 0);
INSERT INTO unread VALUES(2, 2, 1);
INSERT INTO unread VALUES(3, 2, 1);
INSERT INTO unread VALUES(4, 1, 1);
INSERT INTO unread VALUES(6, 2, 1);
INSERT INTO debates VALUES(5, 6, 6, 'open', 2, 1, 1);
INSERT INTO tasks VALUES('mill-1', 1, 12, 3, 'completed', 12, 1);

CREATE INDEX agents_role ON agents(role) WHERE role IS NOT NULL;
CREATE INDEX agents_swarm ON agents(swarm) WHERE swarm IS NOT NULL;
CREATE INDEX agents_session ON agents(session) WHERE session IS NOT NULL;
CREATE INDEX agents_pane ON agents(pane) WHERE pane IS NOT NULL;
CREATE INDEX agent_tags_agent ON agent_tags(agent_id);
CREATE INDEX messages_thread ON messages(thread_id, id) WHERE thread_id <> id;
CREATE INDEX messages_sender ON messages(sender_id, id);
CREATE UNIQUE INDEX messages_key ON messages(sender_id, key) WHERE key IS NOT NULL;
CREATE INDEX messages_task ON messages(task, id) WHERE task IS NOT NULL;
CREATE INDEX foreign_ids_message ON foreign_ids(message_id);
CREATE INDEX deeds_undoable ON deeds(actor_id, id) WHERE undoable = 1 OR reverses IS NOT NULL;
CREATE INDEX deeds_reverses ON deeds(reverses) WHERE reverses IS NOT NULL;
CREATE INDEX events_message ON events(message_id, seq);
CREATE INDEX events_deed ON events(deed_id);
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
CREATE INDEX postings_message ON postings(message_id);
CREATE INDEX posts_message ON posts(message_id);
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
CREATE INDEX debates_verdict ON debates(verdict, newest);
CREATE INDEX debates_newest ON debates(newest);
CREATE INDEX debates_unjudged ON debates(thread_id) WHERE judged < newest;
CREATE INDEX messages_stances ON messages(id) WHERE kind IN ('claim', 'counter', 'evidence', 'agree', 'concede');
CREATE TRIGGER debates_stance AFTER INSERT ON messages WHEN NEW.kind IN ('claim', 'counter', 'evidence', 'agree', 'concede')
BEGIN
  INSERT INTO debates(thread_id, newest, rounds, claims, counters)
  VALUES(NEW.thread_id, NEW.id, 1, NEW.kind = 'claim', NEW.kind = 'counter')
  ON CONFLICT DO UPDATE SET newest = excluded.newest, rounds = rounds + 1, claims = claims + excluded.claims, counters = counters + excluded.counters;
END;
CREATE TRIGGER debates_directive AFTER INSERT ON messages WHEN NEW.kind = 'directive'
BEGIN UPDATE debates SET newest = NEW.id WHERE thread_id = NEW.thread_id; END;
CREATE INDEX decisions_unfiled ON decisions(message_id) WHERE filed = 0;
CREATE INDEX tasks_newest ON tasks(newest);
CREATE INDEX tasks_status ON tasks(status, newest);
CREATE INDEX commissions_owner ON commissions(owner, started_at);
CREATE INDEX outbox_lane ON outbox(swarm, lane, seq);
CREATE INDEX deeds_actor ON deeds(actor_id, id);
CREATE TRIGGER tasks_come AFTER INSERT ON messages WHEN NEW.task IS NOT NULL
BEGIN
  INSERT INTO tasks(id, first, newest, messages, status) VALUES(NEW.task, NEW.id, NEW.id, 0, 'running') ON CONFLICT DO NOTHING;
  UPDATE tasks SET newest = NEW.id, messages = messages + 1 WHERE id = NEW.task;
  UPDATE tasks SET ended = NEW.id, endings = endings + 1,
    status = CASE NEW.subject WHEN '::breakpoint_tool_call::' THEN 'breakpoint' ELSE 'completed' END
  WHERE id = NEW.task AND NEW.kind = 'complete';
  UPDATE tasks SET status = 'running'
  WHERE id = NEW.task AND NEW.kind NOT IN ('response', 'notification', 'complete') AND status <> 'running' AND NOT EXISTS(SELECT 1 FROM agents a WHERE a.id = NEW.sender_id AND a.address = 'system');
END;
CREATE INDEX agents_skeleton ON agents(skeleton) WHERE skeleton IS NOT NULL;
CREATE INDEX agents_glyphs ON agents(glyphs) WHERE glyphs IS NOT NULL;
CREATE INDEX agents_kind ON agents(kind, address);
CREATE INDEX nudges_agent ON nudges(agent_id, id);
CREATE TRIGGER nudges_unchanged BEFORE UPDATE ON nudges BEGIN SELECT RAISE(ABORT, 'nudges are never changed'); END;
CREATE INDEX deliveries_failed ON deliveries(sender_id, rank & 281474976710655) WHERE owes = 1 AND (box = 4 OR was = 4);
CREATE TRIGGER returned_over AFTER UPDATE OF box ON deliveries WHEN OLD.box = 0 AND NEW.box <> 0 AND OLD.attempts > 0
BEGIN DELETE FROM returned WHERE agent_id = OLD.agent_id AND rank = OLD.rank; END;
CREATE INDEX deliveries_held ON deliveries(box, agent_id) WHERE held_by IS NOT NULL;
PRAGMA user_version = 14;
