import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boxes } from '../../src/domain/delivery.ts'
import { type Priority, rankOf } from '../../src/domain/priority.ts'
import { type Connection, connect, openDatabase } from '../../store/sqlite/database/connection.ts'
import { requireSchema } from '../../store/sqlite/migrate.ts'

/** A connection and nothing above it, for tests of one part of the store. */
export function openBare(location: string): Connection {
  const file = join(location, 'mail.db')
  const database = openDatabase(file, { durability: 'normal' })
  requireSchema(database, { named: location, folder: location, file }, { create: true })
  return connect(database, location)
}

export function makeFolder(): { readonly location: string; remove(): void } {
  const location = mkdtempSync(join(tmpdir(), 'watchpost-store-'))
  return { location, remove: () => rmSync(location, { recursive: true, force: true }) }
}

type Copy = {
  readonly owner: string
  readonly box?: (typeof boxes)[number]
  readonly was?: (typeof boxes)[number]
  readonly owes?: boolean
  readonly pinned?: boolean
  readonly acknowledgedAt?: number
  readonly expiresAt?: number
  readonly snoozedUntil?: number
}

export type Planted = {
  readonly from?: string
  readonly to?: readonly string[]
  readonly copies?: readonly Copy[]
  readonly kind?: string
  readonly priority?: Priority
  readonly subject?: string
  readonly body?: string
  readonly bodyFile?: string
  readonly task?: string
  readonly thread?: number
  readonly at?: number
  readonly more?: {
    readonly tags?: readonly string[]
    readonly payload?: unknown
    readonly context?: unknown
    readonly attachments?: readonly string[]
  }
}

/** Rows as a delivery leaves them; gives the new id. */
export function plant(connection: Connection, mail: Planted): number {
  const { statement } = connection
  return connection.write(() => {
    const agent = (address: string): number => {
      const found = statement('SELECT id FROM agents WHERE address = ?').get(address) as
        | { id: number }
        | undefined
      if (found) return found.id
      const sql = "INSERT INTO agents(address, kind, state, registered_at) VALUES(?, 'agent', 'active', 0)"
      return Number(statement(sql).run(address).lastInsertRowid)
    }
    const { id } = statement('SELECT coalesce(max(id), 0) + 1 AS id FROM messages').get() as { id: number }
    const rank = rankOf(mail.priority ?? 'normal', 5, id)
    const sender = agent(mail.from ?? 'system')
    const copies = mail.copies ?? (mail.to ?? []).map((owner): Copy => ({ owner }))
    statement(`INSERT INTO messages(id, thread_id, sender_id, kind, rank, sent_at, arrived_at, task, written, recipients, more, subject, preview, body_file, body)
VALUES(@id, @thread, @sender, @kind, @rank, @at, @at, @task, @written, @recipients, @more, @subject, '', @file, @body)`).run(
      {
        id,
        thread: mail.thread ?? id,
        sender,
        kind: mail.kind ?? 'notification',
        rank,
        at: mail.at ?? id * 1000,
        task: mail.task ?? null,
        written: JSON.stringify({ to: mail.to ?? [], cc: [] }),
        recipients: JSON.stringify(copies.map(({ owner }) => agent(owner))),
        more: mail.more ? JSON.stringify(mail.more) : null,
        subject: mail.subject ?? '',
        file: mail.bodyFile ?? null,
        body: mail.bodyFile === undefined ? (mail.body ?? '') : '',
      },
    )
    for (const copy of copies) {
      statement(`INSERT INTO deliveries(agent_id, box, rank, was, sender_id, owes, expires_at, snoozed_until, pinned, ack_at)
VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
        agent(copy.owner),
        boxes.indexOf(copy.box ?? 'unread'),
        rank,
        copy.was === undefined ? null : boxes.indexOf(copy.was),
        sender,
        copy.owes ? 1 : 0,
        copy.expiresAt ?? null,
        copy.snoozedUntil ?? null,
        copy.pinned ? 1 : 0,
        copy.acknowledgedAt ?? null,
      )
    }
    return id
  })
}
