import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { boxes } from '../../domain/delivery.ts'

const box = (name: (typeof boxes)[number]) => boxes.indexOf(name)
const day = 86_400_000

/**
 * Lets a year go by for a filled store, by plain SQL: what was read is archived, and of the rest some expired unseen,
 * some snoozes and leases are over, claims were left and a channel grew beyond what it keeps.
 */
export function ageStore(location: string, now: number): void {
  const database = new Database(join(location, 'mail.db'))
  database.pragma('synchronous = OFF')
  const newest = database.prepare('SELECT max(id) FROM messages').pluck().get() as number
  const every = (part: number) => Math.max(5, Math.round(newest / part))
  const unread = (share: number, rest: number) =>
    `box = ${box('unread')} AND (rank & 281474976710655) % ${share} = ${rest}`
  const change = (sql: string) => database.prepare(sql).run()
  database.transaction(() => {
    change(
      `UPDATE deliveries SET box = ${box('archived')}, was = ${box('read')}, owes = 0 WHERE box = ${box('read')}`,
    )
    change(`UPDATE deliveries SET via = 'all', owes = 0, expires_at = ${now - day} WHERE ${unread(50, 0)}`)
    change(`UPDATE deliveries SET owes = 0, expires_at = ${now - day} WHERE ${unread(500, 2)}`)
    change(
      `UPDATE deliveries SET box = ${box('snoozed')}, was = ${box('unread')}, snoozed_until = ${now - 1} WHERE ${unread(250, 4)}`,
    )
    change(
      `UPDATE deliveries SET box = ${box('processing')}, held_by = 'nobody', held_until = ${now - day}, attempts = 1 WHERE ${unread(250, 6)}`,
    )
    change('UPDATE deliveries SET owes = 0 WHERE (rank & 281474976710655) % 1000 <> 8')
    change(
      `INSERT INTO agents(address, kind, state, registered_at) VALUES('queue:work', 'agent', 'named', 0)`,
    )
    change(`INSERT INTO queues(name, agent_id, status, ordering, max_concurrency, claimers, lease, attempts)
      SELECT 'work', id, 'active', 'fifo', NULL, '["*"]', 600000, 3 FROM agents WHERE address = 'queue:work'`)
    change(`INSERT OR IGNORE INTO deliveries(agent_id, box, rank, sender_id, owes, held_by, held_until, attempts)
      SELECT (SELECT agent_id FROM queues), ${box('processing')}, rank, sender_id, 0, 'nobody', ${now - day}, 1 FROM messages WHERE id % ${every(2000)} = 0`)
    change(
      `INSERT INTO channels(name, status, retain_count, retain_hours) VALUES('news', 'active', 100, NULL)`,
    )
    change(
      `INSERT INTO posts(channel_id, message_id, posted_at) SELECT (SELECT id FROM channels), id, sent_at FROM messages WHERE id % ${every(20_000)} = 1`,
    )
  })()
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  // Else whoever syncs next waits for a gigabyte that was never written out.
  const file = openSync(join(location, 'mail.db'), 'r+')
  fsyncSync(file)
  closeSync(file)
}
