import type { Database } from '../sqlite/database/driver.ts'
import type { Cell, ForeignRow, ForeignSchema } from './foreign-schema.ts'

type Row = { readonly [name: string]: Cell }

/** The store of MCP Agent Mail: many projects in one file, whose agents are called alike. */
export const agentMail: ForeignSchema = {
  name: 'MCP Agent Mail',
  tables: {
    projects: ['id', 'slug'],
    agents: ['id', 'project_id', 'name', 'program', 'model', 'last_active_ts'],
    messages: [
      'id',
      'project_id',
      'sender_id',
      'thread_id',
      'subject',
      'body_md',
      'importance',
      'ack_required',
      'created_ts',
      'attachments',
    ],
    message_recipients: ['message_id', 'agent_id', 'kind', 'read_ts', 'ack_ts'],
  },
  newest: null,
  *rows(database, has) {
    yield* agents(database, has('agents', 'retired_at'))
    yield* messages(database, has('messages', 'topic'))
    yield* reservations(database)
  },
}

function* agents(database: Database, canRetire: boolean): Generator<ForeignRow> {
  const retired = canRetire ? 'a.retired_at' : 'NULL'
  const found = database
    .prepare(
      `SELECT p.slug AS project, a.name, a.program, a.model, a.last_active_ts AS lastActive, ${retired} AS retired
       FROM agents a JOIN projects p ON p.id = a.project_id ORDER BY a.id`,
    )
    .iterate() as Iterable<Row>
  for (const row of found) yield { where: `agent ${row['name']}`, value: { type: 'agent', ...plain(row) } }
}

function* messages(database: Database, hasTopic: boolean): Generator<ForeignRow> {
  const recipients = database.prepare(
    `SELECT p.slug AS project, a.name, r.kind, r.read_ts AS readAt, r.ack_ts AS ackAt
     FROM message_recipients r JOIN agents a ON a.id = r.agent_id JOIN projects p ON p.id = a.project_id
     WHERE r.message_id = ? ORDER BY r.agent_id`,
  )
  const found = database
    .prepare(
      `SELECT m.id, p.slug AS project, s.name AS sender, sp.slug AS senderProject, m.thread_id AS thread,
         ${hasTopic ? 'm.topic' : 'NULL'} AS topic, m.subject, m.body_md AS body, m.importance,
         m.ack_required AS ackRequired, m.created_ts AS created, m.attachments
       FROM messages m LEFT JOIN projects p ON p.id = m.project_id
         LEFT JOIN agents s ON s.id = m.sender_id LEFT JOIN projects sp ON sp.id = s.project_id
       ORDER BY m.id`,
    )
    .iterate() as Iterable<Row>
  for (const row of found) {
    const to = (recipients.all(row['id']) as readonly Row[]).map(plain)
    yield { where: `message ${row['id']}`, value: { type: 'message', ...plain(row), to } }
  }
}

/** Files that agents still hold: they are told, not taken. */
function* reservations(database: Database): Generator<ForeignRow> {
  const isThere = database
    .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'file_reservations'")
    .get()
  if (isThere === undefined) return
  const { held } = database
    .prepare(
      `SELECT count(*) AS held FROM file_reservations
       WHERE released_ts IS NULL AND CASE typeof(expires_ts) WHEN 'text' THEN expires_ts > datetime('now')
         WHEN 'integer' THEN expires_ts > unixepoch('now') * 1000000 ELSE 0 END`,
    )
    .get() as { readonly held: number }
  if (held > 0) yield { where: 'file_reservations', value: { type: 'reservations', held } }
}

/** Bytes are no text of theirs. */
function plain(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? null : value]),
  )
}
