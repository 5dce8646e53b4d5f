export const views = `
-- Searches that people keep under a name.
CREATE TABLE views(owner_id INTEGER NOT NULL, name TEXT NOT NULL, query TEXT NOT NULL, saved_at INTEGER NOT NULL, PRIMARY KEY(owner_id, name)) STRICT, WITHOUT ROWID;
`
