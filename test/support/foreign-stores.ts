import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Status } from '../../src/domain/delivery.ts'
import type { FormatName } from '../../src/formats/format.ts'
import { type Database, openFile } from '../../store/sqlite/database/driver.ts'

/** A copy as the other system has it, in our words. */
export type ForeignCopy = {
  readonly status: Status
  readonly isAcknowledged?: boolean
  readonly claimedBy?: string
}
/** A message as it must be here once it was taken. */
export type ForeignMessage = {
  readonly id: string
  readonly from: string
  readonly body: string
  readonly sentAt: number
  readonly replyTo: string | null
  readonly copies: Readonly<Record<string, ForeignCopy>>
}
/** Makes a store of so many items in a folder. Answers what is in it. */
export type StoreMaker = (folder: string, items: number) => readonly ForeignMessage[]

export const names = ['ada', 'bob', 'cy', 'dot'] as const
const begin = Date.UTC(2026, 9, 1, 8)
export const timeAt = (item: number): number => begin + item * 60_000
const iso = (item: number): string => new Date(timeAt(item)).toISOString().replace('.000Z', 'Z')
const nameAt = (at: number): string => names[at % names.length] ?? ''
const bodyAt = (item: number): string =>
  `Item ${item}: "quoted", ünïcödé 日本\n\n- a list\n${'x'.repeat(item % 300)}`
/** Every third message answers an earlier one. */
const parentAt = (item: number): number | null => (item % 3 === 2 ? item - 2 : null)
const byFive = (item: number): Status =>
  (['unread', 'read', 'processing', 'archived', 'read'] as const)[item % 5] ?? 'unread'

export function put(folder: string, path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const lines = (records: readonly object[]): string =>
  records.map((one) => `${JSON.stringify(one)}\n`).join('')
const each = <T>(items: number, make: (item: number) => T): T[] =>
  Array.from({ length: items }, (_, item) => make(item))
const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** Message beads with their labels; every tenth is an item of a queue, claimed or free. */
function bead(item: number): { record: Record<string, unknown>; labels: string[]; message: ForeignMessage } {
  const parent = parentAt(item)
  const [from, to] = [`gastown/${nameAt(item)}`, `gastown/${nameAt(item + 1)}`]
  const isQueued = item % 10 === 9
  const claimedBy = isQueued && item % 20 === 9 ? `gastown/${nameAt(item + 2)}` : null
  const status: Status = isQueued ? (claimedBy === null ? 'unread' : 'processing') : byFive(item)
  const isAcknowledged = !isQueued && item % 7 === 0
  const labels = [
    'gt:message',
    `from:${from}`,
    'msg-type:notification',
    `thread:thread-${item % 3 === 2 ? item - 2 : item}`,
    ...(parent === null ? [] : [`reply-to:hq-${parent}`]),
    ...(isQueued ? ['queue:work'] : []),
    ...(claimedBy === null ? [] : [`claimed-by:${claimedBy}`, `claimed-at:${iso(item + 1)}`]),
    ...(status === 'read' || (status === 'archived' && item % 2 === 0) ? ['read'] : []),
    ...(isAcknowledged
      ? [`delivery-acked-by:${to}`, `delivery-acked-at:${iso(item + 1)}`, 'delivery:acked']
      : []),
  ]
  const record = {
    id: `hq-${item}`,
    title: `Subject ${item}`,
    description: bodyAt(item),
    status: status === 'archived' ? 'closed' : status === 'processing' && !isQueued ? 'hooked' : 'open',
    priority: 2,
    issue_type: 'message',
    created_at: iso(item),
    ...(isQueued ? {} : { assignee: to }),
  }
  const copy = {
    status,
    ...(isAcknowledged ? { isAcknowledged } : {}),
    ...(claimedBy === null ? {} : { claimedBy }),
  }
  const message = {
    id: `hq-${item}`,
    from,
    body: bodyAt(item),
    sentAt: timeAt(item),
    replyTo: parent === null ? null : `hq-${parent}`,
    copies: { [isQueued ? 'queue:work' : to]: copy },
  }
  return { record, labels, message }
}

const queueBead = {
  id: 'hq-q-work',
  title: 'Queue: work',
  status: 'open',
  issue_type: 'queue',
  description: 'name: work\nstatus: active\nmax_concurrency: 0',
}

const gastown: StoreMaker = (folder, items) => {
  const beads = each(items, bead)
  const task = { id: 'gt-1', title: 'A task', status: 'open', issue_type: 'task', created_at: iso(0) }
  const records = beads.map(({ record, labels }) => ({ ...record, labels }))
  put(folder, '.beads/issues.jsonl', lines([{ ...queueBead, labels: ['gt:queue'] }, task, ...records]))
  put(folder, '.beads/metadata.json', { database: 'dolt' })
  put(folder, '.beads/interactions.jsonl', lines([{ id: 'int-1', kind: 'field_change' }]))
  return beads.map(({ message }) => message)
}

const beadsBackup: StoreMaker = (folder, items) => {
  const beads = each(items, bead)
  put(folder, '.beads/issues.jsonl', lines([queueBead, ...beads.map(({ record }) => record)]))
  const labels = beads.flatMap(({ record, labels: own }) =>
    own.map((label) => ({ issue_id: record['id'], label })),
  )
  put(folder, '.beads/labels.jsonl', lines([{ issue_id: 'hq-q-work', label: 'gt:queue' }, ...labels]))
  put(folder, '.beads/backup_state.json', { counts: { issues: items } })
  return beads.map(({ message }) => message)
}

const cccc: StoreMaker = (folder, items) => {
  const peers = ['peera', 'peerb', 'foreman']
  const all = each(items, (item) => {
    const [from, owner] = [peers[item % 3] ?? '', peers[(item + 1) % 3] ?? '']
    const status = (['unread', 'read', 'archived', 'processing'] as const)[item % 4] ?? 'unread'
    const entry = {
      id: `msg_${item}`,
      from,
      type: 'QUERY',
      timestamp: iso(item),
      status,
      content: { question: bodyAt(item) },
    }
    const message = {
      id: `${from}/msg_${item}`,
      from,
      body: bodyAt(item),
      sentAt: timeAt(item),
      replyTo: null,
      copies: { [owner]: { status } },
    }
    return { owner, status, entry, message }
  })
  for (const [owner, own] of groupBy(all, (one) => one.owner)) {
    const queue = own.filter(({ status }) => status !== 'archived').map(({ entry }) => entry)
    put(folder, `.cccc/mailbox/${owner}/inbox.json`, { queue, last_read: null })
    for (const { status, entry } of own)
      if (status === 'archived') put(folder, `.cccc/mailbox/${owner}/archive/${entry.id}.json`, entry)
  }
  return all.map(({ message }) => message)
}

/** Two groups with actors of the same names; their older events are in segments. */
const ledgers: StoreMaker = (folder, items) =>
  ['g_one', 'g_two'].flatMap((group, at) => {
    const events: object[] = []
    const event = (id: string, ts: string, kind: string, by: string, data: object) =>
      events.push({ v: 1, id, ts, kind, group_id: group, scope_key: '', by, data })
    event(`${group}-c`, iso(0), 'group.create', 'user', { title: group })
    for (const id of names)
      event(`${group}-${id}`, iso(0), 'actor.add', 'user', { actor: { id, runtime: 'codex' } })
    const made: { message: ForeignMessage; owners: readonly string[]; isMail: boolean }[] = []
    const idAt = (item: number) => `${group}-${item}`
    for (let item = 0; item < items / 2; item += 1) {
      const by = nameAt(item)
      const to = item % 11 === 0 ? '@all' : item % 13 === 0 ? '@foreman' : nameAt(item + 1)
      const parent = parentAt(item)
      const isMail = item % 4 !== 3
      const owners = (to === '@all' ? names : to === '@foreman' ? [names[0]] : [to]).filter(
        (name) => name !== by,
      )
      event(idAt(item), iso(item + at), 'chat.message', by, {
        text: bodyAt(item),
        format: 'plain',
        to: [to],
        message_mode: isMail ? 'mail' : 'send',
        ...(parent === null ? {} : { reply_to: idAt(parent) }),
      })
      event(`${group}-s${item}`, iso(item + at), 'system.notify', 'system', { kind: 'status' })
      const message = {
        id: idAt(item),
        from: `${group}/${by}`,
        body: bodyAt(item),
        sentAt: timeAt(item + at),
        replyTo: parent === null ? null : idAt(parent),
        copies: {},
      }
      made.push({ message, owners, isMail })
    }
    // Half of it was read, as events say; of the last actor only the file of cursors says how far it is.
    const half = Math.floor(items / 4)
    for (const actor of names.slice(0, 3))
      event(`${group}-r${actor}`, iso(items), 'mail.read', actor, {
        actor_id: actor,
        event_id: lastFor(actor, half),
      })
    function lastFor(actor: string, until: number): string {
      const own = made.slice(0, until).filter(({ owners, isMail }) => isMail && owners.includes(actor))
      return own.at(-1)?.message.id ?? ''
    }
    const cut = Math.floor(events.length / 3)
    put(
      folder,
      `.cccc/groups/${group}/state/ledger/segments/ledger.2026.000001.jsonl`,
      lines(events.slice(0, cut)),
    )
    put(folder, `.cccc/groups/${group}/ledger.jsonl`, lines(events.slice(cut)))
    const last = { event_id: lastFor('dot', half), ts: iso(half), updated_at: iso(items) }
    put(folder, `.cccc/groups/${group}/state/read_cursors.json`, { schema: 1, cursors: { dot: last } })
    return made.map(({ message, owners, isMail }, place) => {
      const status: Status = isMail && place >= half ? 'unread' : 'read'
      const copies = Object.fromEntries(owners.map((owner) => [`${group}/${owner}`, { status }]))
      return { ...message, copies }
    })
  })

const sqlTime = (item: number): string => iso(item).replace('T', ' ').replace('Z', '.000000')

export const agentMailSchema = `
  CREATE TABLE projects (id INTEGER PRIMARY KEY, slug VARCHAR(255), human_key VARCHAR(255), created_at DATETIME);
  CREATE TABLE agents (id INTEGER PRIMARY KEY, project_id INTEGER, name VARCHAR(128), program VARCHAR(128),
    model VARCHAR(128), task_description VARCHAR(2048), inception_ts DATETIME, last_active_ts DATETIME, retired_at DATETIME);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, project_id INTEGER, sender_id INTEGER, thread_id VARCHAR(128),
    topic VARCHAR(64), subject VARCHAR(512), body_md VARCHAR, importance VARCHAR(16), ack_required BOOLEAN,
    created_ts DATETIME, attachments JSON DEFAULT '[]');
  CREATE TABLE message_recipients (message_id INTEGER, agent_id INTEGER, kind VARCHAR(8), read_ts DATETIME,
    ack_ts DATETIME, PRIMARY KEY (message_id, agent_id));
  CREATE TABLE file_reservations (id INTEGER PRIMARY KEY, project_id INTEGER, agent_id INTEGER,
    path_pattern VARCHAR(512), exclusive BOOLEAN, reason VARCHAR(512), created_ts DATETIME, expires_ts DATETIME,
    released_ts DATETIME);`

export function databaseAt(folder: string, path: string, schema: string): Database {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  const database = openFile(join(folder, path))
  database.exec(`PRAGMA journal_mode=WAL; ${schema}`)
  return database
}

/** Microseconds, as the program in Rust writes them into the same tables. */
const microseconds = (item: number): number => timeAt(item) * 1000

/** Two projects whose agents are called alike; some files of the archive are of messages that the store has not. */
const agentMail =
  (stamp: (item: number) => string | number): StoreMaker =>
  (folder, items) => {
    const database = databaseAt(folder, 'mcp_agent_mail/storage.sqlite3', agentMailSchema)
    const slugs = ['api', 'web'] as const
    const agent = database.prepare('INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)')
    const message = database.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?, ?, ?)')
    const recipient = database.prepare('INSERT INTO message_recipients VALUES (?, ?, ?, ?, ?)')
    const made: ForeignMessage[] = []
    database.exec('BEGIN')
    for (const [at, slug] of slugs.entries()) {
      database.prepare('INSERT INTO projects VALUES (?, ?, ?, ?)').run(at + 1, slug, `/src/${slug}`, stamp(0))
      for (const [place, name] of names.entries())
        agent.run(at * 4 + place + 1, at + 1, name, 'codex', 'm', '', stamp(0), stamp(5))
    }
    // None that others answer: an answer comes with the store, before what only the archive has.
    const onlyInArchive = (item: number) => item % 120 === 39
    for (let item = 0; item < items; item += 1) {
      const [at, slug] = [item % 2, slugs[item % 2] ?? '']
      const place = Math.floor(item / 2)
      const parent = place % 3 === 2 ? item - 4 : null
      const id = item + 1
      const to = [
        { name: nameAt(place + 1), kind: 'to', read: place % 2 === 0, ack: place % 4 === 0 },
        ...(place % 5 === 0
          ? [{ name: nameAt(place + 2), kind: 'cc', read: place % 3 === 0, ack: false }]
          : []),
      ]
      const inArchive = onlyInArchive(item)
      const fields = {
        id,
        project: `/src/${slug}`,
        from: nameAt(place),
        subject: `Subject ${item}`,
        importance: 'high',
        thread_id: parent === null ? null : String(parent + 1),
        created: iso(item),
        ack_required: false,
        to: to.filter(({ kind }) => kind === 'to').map(({ name }) => name),
        cc: to.filter(({ kind }) => kind === 'cc').map(({ name }) => name),
      }
      if (inArchive || item % 10 === 0)
        put(
          folder,
          `.mcp_agent_mail_git_mailbox_repo/projects/${slug}/messages/2026/10/${item}__subject__${id}.md`,
          `---json\n${JSON.stringify(fields, null, 2)}\n---\n\n${bodyAt(item)}\n`,
        )
      if (!inArchive) {
        const sender = at * 4 + names.indexOf(nameAt(place) as 'ada') + 1
        message.run(
          id,
          at + 1,
          sender,
          fields.thread_id,
          fields.subject,
          bodyAt(item),
          'high',
          0,
          stamp(item),
          '[]',
        )
        for (const { name, kind, read, ack } of to) {
          const owner = at * 4 + names.indexOf(name as 'ada') + 1
          recipient.run(id, owner, kind, read ? stamp(item + 1) : null, ack ? stamp(item + 2) : null)
        }
      }
      const copies = to.map(({ name, read, ack }) => {
        const isRead = read && !inArchive
        return [
          `${slug}/${name}`,
          { status: isRead ? 'read' : 'unread', ...(ack && isRead ? { isAcknowledged: true } : {}) },
        ] as const
      })
      made.push({
        id: `${slug}/${id}-${timeAt(item)}`,
        from: `${slug}/${nameAt(place)}`,
        body: bodyAt(item),
        sentAt: timeAt(item),
        replyTo: parent === null ? null : `${slug}/${parent + 1}-${timeAt(parent)}`,
        copies: Object.fromEntries(copies),
      })
    }
    database.exec('COMMIT')
    database.close()
    return made
  }

export const hcomSchema = `PRAGMA user_version = 18;
  CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp TEXT NOT NULL, type TEXT NOT NULL,
    instance TEXT NOT NULL, data TEXT NOT NULL);
  CREATE TABLE instances (name TEXT PRIMARY KEY, session_id TEXT UNIQUE, tag TEXT, last_event_id INTEGER DEFAULT 0,
    status TEXT, last_seen INTEGER DEFAULT 0, tool TEXT DEFAULT 'claude');`

/** A session that goes on, and one in the archive whose events have the same numbers. The last agent has stopped. */
const hcom: StoreMaker = (folder, items) =>
  ['archive/session-1/hcom.db', 'hcom.db'].flatMap((path, at) => {
    const database = databaseAt(folder, `.hcom/${path}`, hcomSchema)
    const event = database.prepare('INSERT INTO events (timestamp, type, instance, data) VALUES (?, ?, ?, ?)')
    const made: ForeignMessage[] = []
    const count = items / 2
    const cursor = (name: string): number =>
      Math.floor((count / 2) * (names.indexOf(name as 'ada') + 1) * 0.5)
    const first = at * count
    const parentIn = (item: number) => parentAt(item - first)
    const idAt = (place: number) => `hcom-${place + 1}-${timeAt(first + place)}`
    database.exec('BEGIN')
    for (let place = 0; place < count; place += 1) {
      const item = first + place
      const from = nameAt(place)
      const to = place % 9 === 0 ? names.filter((name) => name !== from) : [nameAt(place + 1)]
      const parent = parentIn(item)
      const scope = to.length > 1 ? { scope: 'broadcast' } : { scope: 'mentions', mentions: to }
      const reply =
        parent === null ? {} : { reply_to: String(parent + 1), reply_to_local: parent + 1, intent: 'ack' }
      event.run(
        iso(item),
        'message',
        from,
        JSON.stringify({
          from,
          sender_kind: 'instance',
          ...scope,
          text: bodyAt(item),
          delivered_to: to,
          ...reply,
        }),
      )
      const isRead = (name: string) => cursor(name) >= place + 1
      made.push({
        id: idAt(place),
        from,
        body: bodyAt(item),
        sentAt: timeAt(item),
        replyTo: parent === null ? null : idAt(parent),
        copies: Object.fromEntries(to.map((name) => [name, { status: isRead(name) ? 'read' : 'unread' }])),
      })
    }
    const living = at === 0 ? [] : names.slice(0, 3)
    for (const name of names.filter((one) => !living.some((other) => other === one)))
      event.run(
        iso(items),
        'life',
        name,
        JSON.stringify({ action: 'stopped', snapshot: { name, tag: '', last_event_id: cursor(name) } }),
      )
    for (const name of living)
      database
        .prepare('INSERT INTO instances (name, tag, last_event_id, last_seen) VALUES (?, ?, ?, ?)')
        .run(name, 'dev', cursor(name), timeAt(items) / 1000)
    database.exec('COMMIT')
    database.close()
    return made
  })

const haak: StoreMaker = (folder, items) => {
  const reads: object[] = []
  const archived: object[] = []
  const open: object[] = []
  const made = each(items, (item) => {
    const [from, to] = [nameAt(item), nameAt(item + 1)]
    const parent = parentAt(item)
    const status = (['unread', 'read', 'archived'] as const)[item % 3] ?? 'unread'
    const record = {
      id: `h-${item}`,
      sender: from,
      recipient: to,
      timestamp: iso(item),
      content: bodyAt(item),
      thread: parent === null ? null : `h-${parent}`,
      ttl_hours: 876_000,
      read_by: [],
    }
    if (status === 'archived') archived.push(record)
    else open.push(record)
    if (status === 'read')
      reads.push({ message_id: record.id, reader_session_id: to, timestamp: iso(item + 1) })
    return {
      id: record.id,
      from,
      body: bodyAt(item),
      sentAt: timeAt(item),
      replyTo: parent === null ? null : `h-${parent}`,
      copies: { [to]: { status } },
    }
  })
  put(folder, 'data/agent-mailbox.jsonl', lines(open))
  put(folder, 'data/agent-mailbox-reads.jsonl', lines(reads))
  put(folder, 'data/agent-mailbox-archive/2026-10.jsonl', lines(archived))
  return made
}

const adr003: StoreMaker = (folder, items) =>
  each(items, (item) => {
    const [from, to] = [nameAt(item), nameAt(item + 1)]
    const parent = parentAt(item)
    const status =
      (['unread', 'read', 'processing', 'completed', 'failed', 'archived'] as const)[item % 6] ?? 'unread'
    const id = `MSG-${item}`
    put(folder, `workspace/mailboxes/${to}/${status === 'archived' ? 'archive' : 'inbox'}/${id}.json`, {
      id,
      from_agent: from,
      to_agent: to,
      type: 'notification',
      priority: 2,
      subject: `Subject ${item}`,
      body: bodyAt(item),
      created_at: iso(item),
      expires_at: null,
      status,
      payload: {},
      context: {},
      read_at: status === 'unread' ? null : iso(item + 1),
      completed_at: null,
      attachments: [],
      tags: [],
      reply_to: parent === null ? null : `MSG-${parent}`,
      thread_id: null,
      swarm_name: null,
    })
    return {
      id,
      from,
      body: bodyAt(item),
      sentAt: timeAt(item),
      copies: { [to]: { status } },
      replyTo: parent === null ? null : `MSG-${parent}`,
    }
  })

/** Its entries have no ids: `id` is left empty, and each is found by its time. */
const claudeTeams: StoreMaker = (folder, items) => {
  const all = each(items, (item) => {
    const [team, from, to] = [`team-${item % 2}`, nameAt(item), nameAt(item + 1)]
    const read = item % 3 === 0
    const entry = { from, text: bodyAt(item), timestamp: iso(item), read }
    const message: ForeignMessage = {
      id: '',
      from: `${from}.${team}`,
      body: bodyAt(item),
      sentAt: timeAt(item),
      replyTo: null,
      copies: { [`${to}.${team}`]: { status: read ? 'read' : 'unread' } },
    }
    return { path: `.claude/teams/${team}/inboxes/${to}.json`, entry, message }
  })
  for (const [path, own] of groupBy(all, (one) => one.path))
    put(
      folder,
      path,
      own.map(({ entry }) => entry),
    )
  return all.map(({ message }) => message)
}

export type ForeignSystem = { readonly name: string; readonly format: FormatName; readonly make: StoreMaker }

export const foreignSystems: readonly ForeignSystem[] = [
  { name: 'Gas Town', format: 'gastown', make: gastown },
  { name: 'a backup of beads', format: 'gastown', make: beadsBackup },
  { name: 'CCCC, its mailbox', format: 'cccc', make: cccc },
  { name: 'CCCC, its ledgers', format: 'cccc-ledger', make: ledgers },
  { name: 'MCP Agent Mail', format: 'agent-mail', make: agentMail(sqlTime) },
  { name: 'MCP Agent Mail in Rust', format: 'agent-mail', make: agentMail(microseconds) },
  { name: 'hcom', format: 'hcom', make: hcom },
  { name: 'HAAK', format: 'haak', make: haak },
  { name: 'ADR-003', format: 'adr003', make: adr003 },
  { name: 'Claude Code teams', format: 'claude-teams', make: claudeTeams },
]
