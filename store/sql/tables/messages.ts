import { stances } from '../../../src/domain/kind.ts'
import { columnsBut, type Row, table } from './table.ts'

/** Whether a message takes a stance in a debate; as a partial index says it. `of` is its row's name with a point, or nothing. */
export const stanceSql = (of: string) => `(${stances.map((kind) => `${of}kind = '${kind}'`).join(' OR ')})`

/** What was written, once. In SQLite the body comes last, so that lists never touch its overflow pages. */
export const messages = table({
  name: 'messages',
  columns: {
    /** SQLite: one more than the last, under the write lock, so that order of ids is order of commit. */
    id: 'key',
    /** Its own id for a message that begins a thread. */
    thread_id: 'number',
    reply_to: 'number?',
    sender_id: 'number',
    /** Who the sender's environment named, where that is another. */
    principal: 'text?',
    kind: 'word',
    /** (priority * 8 + tier) * 2^48 + id. */
    rank: 'number',
    /** The sender's clock. */
    sent_at: 'number',
    /** Never less than that of an earlier id. */
    arrived_at: 'number',
    expires_at: 'number?',
    /** Idempotency, per sender. */
    key: 'word?',
    /** Of the content, where there is a key. */
    digest: 'text?',
    task: 'word?',
    swarm: 'word?',
    /** JSON {to, cc}: the addresses as written. */
    written: 'text',
    /** JSON array of agent ids: receipts by point look-ups. */
    recipients: 'text',
    /** JSON {payload, context, attachments, tags, meta, origin}, absent parts left out. */
    more: 'text?',
    /** 1: a program wrote it by itself, and no program answers it by itself. */
    automatic: 'small = 0',
    /** How many answers came before it, one after another, without a person between. */
    hops: 'count = 0',
    /** The message whose place it takes. */
    replaces: 'number?',
    subject: 'text',
    preview: 'text',
    /** SHA-256 of a body kept in bodies/, whose column is then empty. */
    body_file: { sqlite: 'TEXT' },
    body: 'text',
    /** Who was connected to the server. */
    login: { postgres: 'TEXT NOT NULL DEFAULT session_user' },
    xact: { postgres: 'XID8 NOT NULL DEFAULT pg_current_xact_id()' },
    /** What had been stored when it was: that lies before it. */
    seen: { postgres: 'PG_SNAPSHOT NOT NULL DEFAULT pg_current_snapshot()' },
  },
  indexes: {
    messages_thread: '(thread_id, id) WHERE thread_id <> id',
    messages_sender: '(sender_id, id)',
    messages_key: 'UNIQUE (sender_id, key) WHERE key IS NOT NULL',
    messages_task: '(task, id) WHERE task IS NOT NULL',
    messages_escalations: "(id) WHERE kind = 'escalation'",
    messages_stances: `(id) WHERE ${stanceSql('')}`,
  },
})

/** Putting a message away empties these; no other column of a message ever changes. */
export const leavingColumns = ['body', 'more'] as const
/** What is known of a message once it has its place among the others. */
export const placedColumns = ['id', 'thread_id', 'sender_id', 'rank', 'arrived_at', 'recipients'] as const
/** What its sender wrote, ready before that. */
export const writtenColumns = columnsBut(messages, ...placedColumns)
/** What is known of a message without its body: what lists show. */
export const shownColumns = columnsBut(messages, 'arrived_at', 'digest', 'recipients', 'body')

export type WrittenRow = Row<typeof messages, (typeof writtenColumns)[number]>
export type MessageRow = Row<typeof messages, (typeof shownColumns)[number]> & {
  /** 1: its sender took it back. */
  readonly taken_back: 1 | null
  /** The address of its sender, where the row tells it. */
  readonly sender_name?: string | null
}
