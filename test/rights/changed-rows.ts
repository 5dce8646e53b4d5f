import Database from 'better-sqlite3'

/** A row of somebody's, and the columns of it that were changed; `null`: it is new or gone. */
export type Changed = {
  readonly table: string
  readonly owner: string
  readonly columns: readonly string[] | null
}

type Row = Readonly<Record<string, unknown>>
type Rows = ReadonlyMap<string, Row>

/** Each table with the query for its rows: `key` names a row, `owner` whose it is. */
const tables: Readonly<Record<string, string>> = {
  agents: 'SELECT address AS key, address AS owner, * FROM agents',
  agent_tags:
    'SELECT t.tag || a.address AS key, a.address AS owner FROM agent_tags t JOIN agents a ON a.id = t.agent_id',
  deliveries:
    'SELECT d.rank || a.address AS key, a.address AS owner, d.* FROM deliveries d JOIN agents a ON a.id = d.agent_id',
  drafts:
    'SELECT d.id || a.address AS key, a.address AS owner, d.* FROM drafts d JOIN agents a ON a.id = d.owner_id',
  views:
    'SELECT v.name || a.address AS key, a.address AS owner, v.* FROM views v JOIN agents a ON a.id = v.owner_id',
  sessions:
    'SELECT s.id || a.address AS key, a.address AS owner, s.* FROM sessions s JOIN agents a ON a.id = s.agent_id',
  reservations:
    'SELECT r.path || a.address AS key, a.address AS owner, r.* FROM reservations r JOIN agents a ON a.id = r.agent_id',
  groups: "SELECT 'group:' || name AS key, 'group:' || name AS owner, * FROM groups",
  queues: "SELECT 'queue:' || name AS key, 'queue:' || name AS owner, * FROM queues",
  channels: "SELECT 'channel:' || name AS key, 'channel:' || name AS owner, * FROM channels",
  subscriptions:
    'SELECT s.channel_id || a.address AS key, a.address AS owner FROM subscriptions s JOIN agents a ON a.id = s.agent_id',
  tasks: "SELECT id AS key, 'task' AS owner, id, status FROM tasks",
  assignments: "SELECT thread_id AS key, 'thread' AS owner, * FROM assignments",
  loops: "SELECT id AS key, 'a loop' AS owner, * FROM loops",
  tokens: "SELECT id AS key, 'the store' AS owner, * FROM tokens",
  peers: "SELECT name AS key, 'the store' AS owner, * FROM peers",
  definition: "SELECT name AS key, 'the store' AS owner, * FROM facts WHERE name = 'swarm-definition'",
}

export function rowsIn(location: string): ReadonlyMap<string, Rows> {
  const database = new Database(`${location}/mail.db`, { readonly: true })
  try {
    return new Map(
      Object.entries(tables).map(([table, sql]) => [
        table,
        new Map((database.prepare(sql).all() as Row[]).map((row) => [String(row['key']), row])),
      ]),
    )
  } finally {
    database.close()
  }
}

/** Signs of life are not changes of somebody's: every deed of an agent is one. */
const signs = ['last_seen']

export function changesBetween(
  before: ReadonlyMap<string, Rows>,
  after: ReadonlyMap<string, Rows>,
): readonly Changed[] {
  return Object.keys(tables).flatMap((table) => {
    const [old, now] = [before.get(table), after.get(table)]
    const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])
    return [...keys].flatMap((key) => changeOf(table, old?.get(key), now?.get(key)))
  })
}

function changeOf(table: string, old: Row | undefined, now: Row | undefined): readonly Changed[] {
  const owner = String((old ?? now)?.['owner'])
  if (old === undefined || now === undefined) return [{ table, owner, columns: null }]
  const columns = Object.keys(now).filter((name) => !signs.includes(name) && old[name] !== now[name])
  return columns.length === 0 ? [] : [{ table, owner, columns }]
}
