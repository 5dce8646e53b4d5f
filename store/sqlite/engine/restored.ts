import { boxes } from '../../../src/domain/delivery.ts'
import type { Connection } from '../database/connection.ts'

const waitingSql = `SELECT address FROM agents a WHERE state <> 'dead' AND EXISTS(
SELECT 1 FROM deliveries d WHERE d.agent_id = a.id AND d.box IN (${boxes.indexOf('unread')}, ${boxes.indexOf('snoozed')}))`

/**
 * Prepares a restored backup before its first message, once: it skips the ids that were given out after it was made, as
 * many as are answered, and has no signal files of its own yet, or those of the store that it takes the place of.
 */
export function takeSkippedIds(connection: Connection): number {
  const skip = Number(connection.column("SELECT value FROM facts WHERE name = 'skip_ids'").get() ?? 0)
  if (skip === 0) return 0
  connection.statement("DELETE FROM facts WHERE name = 'skip_ids'").run()
  raiseWaiting(connection)
  return skip
}

/** Within a change: raises the signal of everybody whose mail waits. */
export function raiseWaiting(connection: Connection): void {
  for (const address of connection.column(waitingSql).all() as string[]) connection.signals.raise(address)
}
