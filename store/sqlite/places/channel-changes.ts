import { type ChannelStatus, isSubscribingMany, type Retention } from '../../../src/domain/channel.ts'
import { MailError } from '../../../src/domain/errors.ts'
import type { Connection } from '../database/connection.ts'
import { findAgentRow } from '../rows/agent-rows.ts'
import { type ChannelRow, patternsOf, pruneChannel, setPatterns } from '../rows/channel-rows.ts'

// Each answers whether anything changed.

export function setStatus(connection: Connection, channel: number, status: ChannelStatus): boolean {
  const sql = 'UPDATE channels SET status = ? WHERE id = ? AND status <> ?'
  return connection.statement(sql).run(status, channel, status).changes > 0
}

export function setRetention(
  connection: Connection,
  row: ChannelRow,
  { retainCount, retainHours }: Retention,
  at: number,
): boolean {
  const sql =
    'UPDATE channels SET retain_count = ?, retain_hours = ? WHERE id = ? AND (retain_count IS NOT ? OR retain_hours IS NOT ?)'
  const kept = [retainCount, retainHours]
  if (connection.statement(sql).run(...kept, row.id, ...kept).changes === 0) return false
  pruneChannel(connection, { ...row, retain_count: retainCount, retain_hours: retainHours }, at)
  return true
}

export function enlist(connection: Connection, channel: number, agent: string, at: number): boolean {
  if (isSubscribingMany(agent))
    return setPatterns(connection, channel, [...patternsOf(connection, channel), agent])
  const sql = 'INSERT OR IGNORE INTO subscriptions(channel_id, agent_id, since) VALUES(?, ?, ?)'
  return connection.statement(sql).run(channel, requireAgentId(connection, agent), at).changes > 0
}

export function strike(connection: Connection, channel: number, agent: string): boolean {
  const patterns = patternsOf(connection, channel)
  if (patterns.includes(agent))
    return setPatterns(
      connection,
      channel,
      patterns.filter((one) => one !== agent),
    )
  const sql = 'DELETE FROM subscriptions WHERE channel_id = ? AND agent_id = ?'
  return connection.statement(sql).run(channel, requireAgentId(connection, agent)).changes > 0
}

function requireAgentId(connection: Connection, address: string): number {
  const row = findAgentRow(connection, address)
  if (row !== undefined) return row.id
  throw new MailError(
    'not-found',
    `There is no agent ${address}.`,
    'List the roster with `watchpost agents`.',
  )
}
