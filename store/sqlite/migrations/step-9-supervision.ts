export const supervision = `
-- In whose hands a thread is; who put it there, and when, is told by the deed.
CREATE TABLE assignments(thread_id INTEGER PRIMARY KEY, supervisor_id INTEGER NOT NULL, deed_id INTEGER NOT NULL) STRICT;
-- What somebody did, newest first.
CREATE INDEX deeds_actor ON deeds(actor_id, id);
`
