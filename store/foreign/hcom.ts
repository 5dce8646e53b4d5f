import type { Cell, ForeignRow, ForeignSchema } from './foreign-schema.ts'

type Row = { readonly [name: string]: Cell }

/** The store of hcom: one list of events, and for each agent how far it has read. */
export const hcom: ForeignSchema = {
  name: 'hcom',
  tables: {
    events: ['id', 'timestamp', 'type', 'instance', 'data'],
    instances: ['name', 'last_event_id'],
  },
  newest: 18,
  *rows(database, has) {
    const column = (name: string) => (has('instances', name) ? name : 'NULL')
    const agents = database
      .prepare(
        `SELECT name, last_event_id AS cursor, ${column('tag')} AS tag, ${column('last_seen')} AS lastSeen,
           ${column('session_id')} AS session, ${column('tool')} AS tool
         FROM instances ORDER BY name`,
      )
      .iterate() as Iterable<Row>
    for (const row of agents) yield rowOf(`agent ${row['name']}`, 'agent', row)
    // How far those had read that have stopped since: their rows are gone.
    const stopped = database
      .prepare(
        `SELECT instance AS name, data FROM events WHERE type = 'life' AND data LIKE '%"snapshot"%' ORDER BY id`,
      )
      .iterate() as Iterable<Row>
    for (const row of stopped) yield rowOf(`agent ${row['name']}`, 'stopped', row)
    const messages = database
      .prepare(`SELECT id, timestamp, data FROM events WHERE type = 'message' ORDER BY id`)
      .iterate() as Iterable<Row>
    for (const row of messages) yield rowOf(`event ${row['id']}`, 'message', row)
  },
}

function rowOf(where: string, type: string, row: Row): ForeignRow {
  const cells = Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? null : value])
  return { where, value: { type, ...Object.fromEntries(cells) } }
}
